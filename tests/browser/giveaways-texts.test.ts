import { violations } from '@tally/tests/accessibility';
import { demoUser, nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, unsavedChanges, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/**
 * Tests the five texts of giveaways, which are written on their pages, read in the channel and the direct message, and
 * restored. Also tests a giveaway that starts and ends.
 */
const server = `/dashboard/server/${nightCity}`;
const patient = { timeout: 60_000, interval: 200 };

let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  room = (stack.discord('add-channel', { guild_id: nightCity, name: 'prizes' }) as { id: string }).id;
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(async () => await ask('GET', `/data/guild/${nightCity}`), patient);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

async function ask(method: string, path: string, body?: object): Promise<string> {
  const answer = await fetch(`${stack.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text;
}

async function open(path: string, options: Parameters<typeof visit>[2] = { token }): Promise<Visitor> {
  const visitor = await visit(browser, stack, options);
  visitors.push(visitor);
  await visitor.page.goto(`${server}${path}`);
  return visitor;
}
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

const messages = (channelId: string) => [...(stack.sim.discord.state.channels.get(channelId)?.messages.values() ?? [])];
const postWith = (words: string) =>
  vi.waitFor(() => {
    const found = messages(room).find((post) => JSON.stringify({ ...post, history: [] }).includes(words));
    if (!found) throw new Error(`nothing in the channel says ${words}`);
    return found;
  }, patient);
const letters = () =>
  [...stack.sim.discord.state.channels.values()]
    .filter(({ guildId, recipients }) => !guildId && recipients.includes(demoUser))
    .flatMap(({ id }) => messages(id).map(({ content }) => content));

async function enter(words: string): Promise<void> {
  const post = await postWith(words);
  const customId = /"custom_id":"(gw-enter[^"]*)"/.exec(JSON.stringify(post.components))?.[1];
  await stack.discord('press', { channel_id: room, message_id: post.id, user_id: demoUser, custom_id: customId });
}
/** Starts a giveaway whose only entrant wins it. A redraw lets them win again. */
async function hold(prize: string, says = prize): Promise<string> {
  const path = `/data/giveaways/${nightCity}`;
  await ask('POST', path, {
    channelId: room,
    name: prize,
    durationMinutes: 60,
    winnerCount: 1,
    dmWinners: true,
    managersMayEnter: true,
  });
  await enter(says);
  const { existing } = (JSON.parse(await ask('GET', path)) as { data: { existing: Listed[] } }).data;
  const id = existing.find(({ name }) => name === prize)?.giveawayId ?? '';
  await vi.waitFor(async () => {
    if (!(await ask('GET', `${path}/${id}`)).includes('"currentEntries":1')) throw new Error('nobody is in yet');
  }, patient);
  await ask('POST', `${path}/${id}/end`);
  return `${path}/${id}`;
}
interface Listed {
  giveawayId: string;
  name: string;
}

const texts = {
  giveaway: { link: 'Running giveaway', says: 'Press and win {prize}!', shown: 'Press and win A month of Premium!' },
  giveawayEnded: { link: 'Ended giveaway', says: 'That was {prize}.', shown: 'That was A month of Premium.' },
  giveawayWinner: { link: 'Winners', says: 'Hooray, {winners}!', shown: 'Hooray,' },
  giveawayRerolled: { link: 'New winners', says: 'Once more: {winners}', shown: 'Once more:' },
  giveawayDM: { link: 'Message to a winner', says: 'Yours: {prize}', shown: 'Yours: A month of Premium' },
} as const;

test('each is written on its page and shown as it will be posted; then a giveaway uses it, from the start to the direct message', async () => {
  const visitor = await open('/giveaways');
  const { page } = visitor;
  await page.getByRole('link', { name: 'Message texts' }).click();
  for (const { link, says, shown } of Object.values(texts)) {
    await page
      .getByRole('list', { name: 'Messages of Giveaways' })
      .getByRole('link', { name: new RegExp(`^${link}`) })
      .click();
    await page.getByRole('heading', { name: `Giveaways: ${link}` }).waitFor();
    await page.getByRole('button', { name: 'Write your own' }).click();
    await page.locator('[data-path="content"]').fill(says);
    await preview(page).getByText(shown).first().waitFor();
    await preview(page).getByText('A sample giveaway').waitFor();
    await page.keyboard.press('Control+s');
    await unsavedChanges(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All messages' }).click();
  }
  const list = page.getByRole('list', { name: 'Messages of Giveaways' });
  await expect.poll(() => list.getByText('Own message').count(), patient).toBe(5);

  const path = await hold('A kettle', 'Press and win A kettle!');
  await postWith('That was A kettle.');
  await postWith(`Hooray, <@${demoUser}>!`);
  await vi.waitFor(() => expect(letters()).toContain('Yours: A kettle'), patient);
  await ask('POST', `${path}/reroll`, { excludeEarlierWinners: false });
  await postWith('Once more: ');

  // The pages now show a real giveaway instead of the sample.
  await page.goto(`${server}/messages/giveawayEnded`);
  await preview(page).getByText('That was A kettle.').first().waitFor();
  expect(await preview(page).getByText('A sample giveaway').count()).toBe(0);
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    expect(await violations(page, theme === 'light' ? 'colours' : 'standards')).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(visitor.problems).toEqual([]);
});

test('after a reset, the default texts are posted; the bot itself sends direct messages, so they have no other sender', async () => {
  const visitor = await open('/messages');
  const { page } = visitor;
  const list = page.getByRole('list', { name: 'Messages of Giveaways' });
  for (const { link } of Object.values(texts)) {
    await list.getByRole('link', { name: new RegExp(`^${link}`) }).click();
    await page.getByRole('button', { name: 'Back to the standard message' }).click();
    await page.keyboard.press('Control+s');
    await unsavedChanges(page).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All messages' }).click();
  }
  await list.getByText('Congratulations {winners}').first().waitFor();
  expect(await list.getByText('Own message').count()).toBe(0);

  await hold('A pan');
  expect((await postWith('A pan')).embeds[0]).toMatchObject({ title: 'A pan' });
  await postWith(`Congratulations <@${demoUser}>: you won **A pan**.`);
  await vi.waitFor(() => expect(letters().join()).toContain('You won **A pan** on Night City.'), patient);

  await list.getByRole('link', { name: /^Winners/ }).click();
  await page.getByRole('button', { name: 'Write your own' }).click();
  await page.getByText('Name and picture').first().waitFor();
  await page.goto(`${server}/messages/giveawayDM`);
  await page.getByRole('button', { name: 'Write your own' }).click();
  await page.locator('[data-path="content"]').waitFor();
  expect(await page.getByText('Name and picture').count()).toBe(0);
});

test('in Arabic the pages of the texts are complete, and nothing overflows', async () => {
  const arabic = await visit(browser, stack, { token });
  visitors.push(arabic);
  const { page } = arabic;
  await arabic.context.addCookies([{ name: 'locale', value: 'ar-SA', url: stack.web }]);
  await page.goto(`${server}/messages`);
  await page.getByRole('list', { name: 'رسائل السحوبات' }).waitFor();
  await page.goto(`${server}/messages/giveawayWinner`);
  await page.getByRole('heading', { name: 'السحوبات: الفائزون' }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(arabic.problems).toEqual([]);
});

interface Planned {
  data: { scheduled: { shouldStartAt: string }[] };
}

test('start, end and emoji are chosen with the keyboard, and the giveaway waits for its start', async () => {
  const { page, problems } = await open('/giveaways/create');
  await page.getByRole('textbox', { name: 'Prize' }).fill('A moon lamp');
  const choose = async (field: string, choice: string) => {
    await page.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: choice }).click();
  };
  await page.getByRole('combobox', { name: /^Channel/ }).click();
  await page.getByPlaceholder('Search channels').fill('prizes');
  await page.getByRole('option', { name: /prizes/ }).click();
  await choose('Starts', 'At a time…');
  const day = page.getByRole('button', { name: /^Start: / });
  const before = await day.innerText();
  await day.press('Enter');
  // The calendar gets the focus when it opens.
  await page.getByRole('grid').locator('button:focus').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  expect(Date.parse(await day.innerText()) - Date.parse(before)).toBe(7 * 86_400_000);
  await page.getByLabel('Start, time').fill('18:30');
  const startsAt = new Date(`${await day.innerText()} 18:30 UTC`);
  await choose('Length', 'Ends at…');
  // Without a change, it ends after the previously chosen length.
  await page.getByText(/^Ends .* 6:30 AM \(UTC\)$/).waitFor();
  const message = page.locator('summary').filter({ hasText: 'Message' });
  await message.click();
  await page.getByRole('button', { name: 'Choose an emoji' }).click();
  await page.getByRole('textbox', { name: 'Search emojis' }).fill('fire');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await message.getByText('🔥').waitFor();
  expect(await violations(page, 'standards')).toEqual([]);
  await page.getByRole('button', { name: 'Schedule giveaway' }).click();
  await page.getByRole('region', { name: 'Scheduled' }).getByText('A moon lamp').waitFor();
  const { scheduled } = (JSON.parse(await ask('GET', `/data/giveaways/${nightCity}`)) as Planned).data;
  expect(scheduled.map(({ shouldStartAt }) => shouldStartAt)).toEqual([startsAt.toISOString()]);
  expect(problems).toEqual([]);
});
