import { violations } from '@tally/tests/accessibility';
import { demoUser, nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { uploadPicture } from '@tally/tests/upload-picture';
import { openBrowser, sticksOut, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Follows a giveaway from its creation to the page where a stranger repeats the draw. */
const at = `/dashboard/server/${nightCity}/giveaways`;
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
  const headers = { authorization: `Bearer ${token}` };
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(async () => {
    const { status } = await fetch(`${stack.server.url}/data/guild/${nightCity}`, { headers });
    if (status !== 200) throw new Error(`the server answers ${status}`);
  }, patient);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

async function open(path: string, options: Parameters<typeof visit>[2] = { token }): Promise<Visitor> {
  const visitor = await visit(browser, stack, options);
  visitors.push(visitor);
  await visitor.page.goto(path);
  return visitor;
}

/** Returns the current posts, without earlier versions of edited ones. */
const posts = () =>
  [...(stack.sim.discord.state.channels.get(room)?.messages.values() ?? [])].map((post) => ({
    ...post,
    history: [],
  }));
const postWith = (words: string) =>
  vi.waitFor(() => {
    const found = posts().find((post) => JSON.stringify(post).includes(words));
    if (!found) throw new Error(`nothing in the channel says ${words}`);
    return found;
  }, patient);

/** Presses a button of a message and returns the private answer. */
async function press(words: string, label: string, userId = demoUser): Promise<string> {
  const post = await postWith(words);
  const rows = post.components as { components: { label?: string; custom_id?: string }[] }[];
  const button = rows.flatMap((row) => row.components).find((each) => each.label === label);
  const asked = { channel_id: room, message_id: post.id, user_id: userId, custom_id: button?.custom_id };
  const told = (await stack.discord('press', asked)) as { message?: { id: string } };
  return await vi.waitFor(() => {
    const now = stack.sim.discord.state.channels.get(room)?.messages.get(told.message?.id ?? '');
    if (!now || now.isLoading) throw new Error('still thinking');
    return JSON.stringify(now);
  }, patient);
}

async function chooseChannel(page: Page): Promise<void> {
  await page
    .getByRole('combobox', { name: /^Channel/ })
    .first()
    .click();
  await page.getByPlaceholder('Search channels').fill('prizes');
  await page.getByRole('option', { name: /prizes/ }).click();
}

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    expect(await violations(page, theme === 'light' ? 'colours' : 'standards')).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

/** Opens a draft that is ready to start. */
async function draftOf(page: Page, prize: string) {
  await page.getByRole('textbox', { name: 'Prize' }).fill(prize);
  await chooseChannel(page);
  const submit = page.getByRole('button', { name: 'Start giveaway' });
  await expect.poll(() => submit.isEnabled(), patient).toBe(true);
  return submit;
}
/** Returns a row that shows its settings while closed. */
const row = (page: Page | Locator, name: string) => page.locator('summary').filter({ hasText: name });

/** Returns the numbers of running giveaways on the page and of posts in the channel. */
async function countOf(page: Page, prize: string): Promise<readonly number[]> {
  await page.getByRole('region', { name: 'Running' }).getByText(prize).first().waitFor();
  await postWith(prize);
  const shown = await page.getByRole('region', { name: 'Running' }).getByText(prize).count();
  return [shown, posts().filter((post) => JSON.stringify(post).includes(prize)).length];
}

test('a double click starts one giveaway, and so do two presses a moment apart', async () => {
  const { page } = await open(`${at}/create`);
  await (await draftOf(page, 'A tin lamp')).dblclick();
  expect(await countOf(page, 'A tin lamp')).toEqual([1, 1]);

  await page.goto(`${at}/create`);
  // Double-clicks at normal speed, with 180 ms between presses.
  await (await draftOf(page, 'A glass lamp')).dblclick({ delay: 180 });
  expect(await countOf(page, 'A glass lamp')).toEqual([1, 1]);
});

test('after a lost answer a second press starts no second giveaway, also after a reload', async () => {
  const { page } = await open(`${at}/create`);
  const submit = await draftOf(page, 'A paper lamp');
  const calls = '**/api/tally/data/giveaways/*';
  // The call reaches the server, but its answer is lost.
  await page.route(calls, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    await route.fetch();
    await route.abort();
  });
  await submit.click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  await page.unroute(calls);
  await page.reload();
  const again = page.getByRole('button', { name: 'Start giveaway' });
  await expect.poll(() => again.isEnabled(), patient).toBe(true);
  await again.click();
  expect(await countOf(page, 'A paper lamp')).toEqual([1, 1]);
});

test('made on the page, entered in Discord, ended, proven; one changed byte turns the proof red', async () => {
  const made = await open(`${at}/create`);
  const { page } = made;
  const submit = page.getByRole('button', { name: 'Start giveaway' });
  await page.getByRole('textbox', { name: 'Prize' }).fill('A brass lamp');
  expect(await submit.isDisabled()).toBe(true);
  await chooseChannel(page);
  await row(page, 'Requirements').getByText('Everyone may enter').waitFor();
  await row(page, 'Requirements').click();
  // The host enters this giveaway later in the test.
  await page.getByRole('switch', { name: 'Host and managers may not enter' }).click();
  // This browser's clock is UTC, so the time is shown once.
  await page.getByText(/^Ends .*UTC\)$/).waitFor();
  expect(await page.getByText(/ UTC$/).count()).toBe(0);
  const preview = page.getByRole('figure');
  await preview.getByText('A brass lamp').waitFor();
  await row(page, 'Message').click();
  const picture = await uploadPicture(made);
  await isWellMade(made);
  await page.setViewportSize({ width: 1440, height: 900 });
  await submit.click();

  const running = page.getByRole('region', { name: 'Running' });
  await running.getByText('A brass lamp').waitFor();
  expect((await postWith('A brass lamp')).embeds).toMatchObject([{ image: { url: picture } }]);
  const receipt = /Receipt `([0-9a-f]{12})`/.exec(await press('A brass lamp', 'Enter'))?.[1] ?? '';
  expect(receipt).not.toBe('');
  await running.getByText('1 person', { exact: false }).waitFor();
  await isWellMade(made);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: /A brass lamp/ }).click();
  await page.getByText(receipt).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Started' }).first().waitFor();
  await isWellMade(made);
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = page.url().split('/').at(-1) ?? '';

  await page.getByRole('button', { name: 'Actions for A brass lamp' }).click();
  await page.getByRole('menuitem', { name: /Ends it now and draws 1 winner from 1 person/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await postWith('Congratulations');

  // Opens the proof as a visitor who has never logged in.
  const proof = `/giveaways/${nightCity}/${address}?receipt=${receipt}`;
  const stranger = await open(proof, {});
  await stranger.page.getByText('Draw repeated here: everything matches the published result').waitFor();
  expect(await stranger.page.locator('[data-step][data-verdict=right]').count()).toBe(7);
  await stranger.page.getByText('Every entrant had a number before the draw. A public clock picked.').waitFor();
  const post = stranger.page.getByRole('link', { name: 'Open the message. Its time comes from Discord.' });
  expect(await post.getAttribute('href')).toContain(`/${room}/`);
  await stranger.page.getByText(/Draw 1: line 1, 1 entry of 1. Won./).waitFor();
  await stranger.page.getByText('The beacon of this draw is simulated').waitFor();
  await isWellMade(stranger);

  const doubter = await visit(browser, stack, {});
  visitors.push(doubter);
  await doubter.page.route('**/sheet/1', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace(/\d\n$/, '9\n') });
  });
  await doubter.page.goto(proof);
  await doubter.page.getByText('The draw does not match').waitFor();
  await doubter.page.getByText('The list of entries is not the one whose fingerprint was published.').waitFor();
  expect(await doubter.page.locator('[data-step=seed]').getAttribute('data-verdict')).toBe('right');
});

async function call(path: string, method = 'GET', body?: object): Promise<unknown> {
  const answer = await fetch(`${stack.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data } = (await answer.json()) as { data: unknown };
  return data;
}

test('requirements loosen, an entrant is removed with a public reason, a template creates the next', async () => {
  const path = `/data/giveaways/${nightCity}`;
  await call(path, 'POST', {
    channelId: room,
    name: 'A chair',
    durationMinutes: 600,
    winnerCount: 1,
    managersMayEnter: true,
  });
  await press('A chair', 'Enter');
  const { existing } = (await call(path)) as { existing: { giveawayId: string; name: string }[] };
  const id = existing.find(({ name }) => name === 'A chair')?.giveawayId ?? '';
  const manager = await open(`${at}/${id}`);
  const { page } = manager;

  await page.getByRole('button', { name: 'Edit' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('People have entered', { exact: false }).first().waitFor();
  expect(await row(sheet, 'Requirements').count()).toBe(0);
  await sheet.getByRole('spinbutton', { name: 'Winners' }).fill('3');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: 'Edited' }).waitFor();
  expect(await call(`${path}/${id}`)).toMatchObject({ winnerCount: 3 });

  await page.getByRole('button', { name: /^Remove / }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('A second account');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No entries yet.').first().waitFor();
  await page.getByRole('link', { name: 'Proof' }).click();
  await page.getByRole('region', { name: 'Removed entries' }).getByText('A second account').waitFor();
  await page.getByText('Nothing has been drawn yet').waitFor();

  await page.goto(`${at}/create`);
  const prize = page.getByRole('textbox', { name: 'Prize' });
  await prize.fill('A table');
  await page.getByRole('button', { name: 'Save as template' }).click();
  await page.getByRole('textbox', { name: 'Template name' }).fill('Weekly');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Start over' }).click();
  expect(await prize.inputValue()).toBe('');
  await page
    .getByRole('button', { name: /Weekly$/, exact: false })
    .first()
    .click();
  expect(await prize.inputValue()).toBe('A table');
  expect(manager.problems).toEqual([]);
});

/** Starts a giveaway and returns its id. */
async function started(name: string, more: object): Promise<string> {
  const path = `/data/giveaways/${nightCity}`;
  await call(path, 'POST', { channelId: room, name, durationMinutes: 600, winnerCount: 1, ...more });
  const { existing } = (await call(path)) as { existing: { giveawayId: string; name: string }[] };
  return existing.find((each) => each.name === name)?.giveawayId ?? '';
}

/** Chooses an action in a giveaway's menu, and leaves the confirmation open. */
async function ask(page: Page, name: string, deed: RegExp) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: deed }).click();
  return page.getByRole('dialog');
}

const stateOf = async (id: string) => ((await call(`/data/giveaways/${nightCity}/${id}`)) as { state: string }).state;

test('paused and resumed on the page; the card of a winner rerolls that one, and the other stays', async () => {
  const guests = ['kim', 'lee', 'max'].map((username) => {
    const { id } = stack.discord('add-user', { username }) as { id: string };
    stack.discord('join', { guild_id: nightCity, user_id: id });
    return { username, id };
  });
  const id = await started('A kite', { winnerCount: 2 });
  for (const { id: guest } of guests) expect(await press('A kite', 'Enter', guest)).toContain('You are in');
  const manager = await open(`${at}/${id}`);
  const { page } = manager;

  await (await ask(page, 'A kite', /^Pause/)).getByRole('button', { name: 'Pause' }).click();
  await postWith('This giveaway is paused');
  await (await ask(page, 'A kite', /^Resume/)).getByRole('button', { name: 'Resume' }).click();
  await vi.waitFor(() => expect(JSON.stringify(posts())).not.toContain('This giveaway is paused'), patient);

  await (await ask(page, 'A kite', /^End now/)).getByRole('button', { name: 'End now' }).click();
  const first = await postWith('you won **A kite**');
  const [gone, kept] = guests.filter((guest) => JSON.stringify(first).includes(guest.id));
  const fresh = guests.find((guest) => guest !== gone && guest !== kept);
  await page.getByText('Ended', { exact: true }).first().waitFor();
  const cards = page.getByRole('region', { name: 'Winners' });
  await cards.getByText(kept?.username ?? '').waitFor();
  await cards.getByRole('button', { name: `Reroll ${gone?.username}` }).click();
  const dialog = page.getByRole('dialog');
  const box = dialog.getByRole('checkbox', { name: kept?.username ?? '' });
  expect(await box.isChecked()).toBe(false);
  // The checkbox has the name as its label.
  await dialog.getByText(kept?.username ?? '', { exact: true }).click();
  expect(await box.isChecked()).toBe(true);
  await box.focus();
  await page.keyboard.press('Space');
  expect(await dialog.getByRole('checkbox', { name: gone?.username ?? '' }).isChecked()).toBe(true);
  await dialog.getByText('Draws 1 new winner from 3 people.', { exact: false }).waitFor();
  await isWellMade(manager);
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Reroll' }).click();
  await vi.waitFor(() => {
    const won = posts().filter((post) => JSON.stringify(post).includes('you won **A kite**'));
    expect(won.map((post) => JSON.stringify(post).includes(fresh?.id ?? ''))).toEqual([false, true]);
    const shown = JSON.stringify(posts().find(({ embeds }) => JSON.stringify(embeds).includes('A kite')));
    expect([gone, kept, fresh].map((guest) => shown.includes(guest?.id ?? ''))).toEqual([false, true, true]);
  }, patient);
  expect(manager.problems).toEqual([]);
});

test('log channel and manager roles are on the manage page, and by name in the record of changes', async () => {
  const { page, problems } = await open(`/dashboard/server/${nightCity}/manage?tab=roles`);
  const card = page.locator('section').filter({ hasText: 'For all giveaways on this server.' });
  await card.getByRole('combobox', { name: /^Log channel/ }).click();
  await page.getByPlaceholder('Search channels').fill('prizes');
  await page.getByRole('option', { name: /prizes/ }).click();
  await vi.waitFor(async () => {
    expect(await call(`/data/guild/${nightCity}`)).toMatchObject({ giveawayLogsChannelId: room });
  }, patient);
  await card.getByRole('combobox', { name: 'Manager roles' }).click();
  await page.getByRole('option').first().click();
  await card.getByRole('button', { name: /^Remove / }).waitFor();
  await page.getByRole('tab', { name: /^Record of changes/ }).click();
  await page.getByText('Managers of giveaways').first().waitFor();
  expect(problems).toEqual([]);
});

test('a person finds their giveaways with receipt and proof, and Arabic sticks out nowhere', async () => {
  const own = await open(`/dashboard/user/${demoUser}/giveaways`);
  const won = own.page.getByRole('region', { name: 'Won' });
  await won.getByText('A brass lamp').waitFor();
  await won.getByRole('link', { name: 'Proof' }).click();
  await own.page.getByText('Draw repeated here').waitFor();
  await isWellMade(own);

  const arabic = await visit(browser, stack, { token });
  visitors.push(arabic);
  await arabic.context.addCookies([{ name: 'locale', value: 'ar-SA', url: stack.web }]);
  for (const path of [at, `${at}/create`, `/dashboard/user/${demoUser}/giveaways`, '/giveaways']) {
    await arabic.page.setViewportSize({ width: 1440, height: 900 });
    await arabic.page.goto(path);
    await arabic.page.locator('html[dir=rtl]').waitFor();
    await arabic.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    await arabic.page.setViewportSize({ width: 360, height: 800 });
    expect([path, await sticksOut(arabic.page)]).toEqual([path, []]);
  }
  expect(arabic.problems).toEqual([]);
});

test('a winner claims the prize on their own page', async () => {
  const id = await started('A bell', { claimMinutes: 60, managersMayEnter: true });
  await press('A bell', 'Enter');
  await call(`/data/giveaways/${nightCity}/${id}/end`, 'POST');
  await postWith('you won **A bell**');
  const { page, problems } = await open(`/dashboard/user/${demoUser}/giveaways`);
  const prize = page.getByRole('listitem').filter({ hasText: 'A bell' });
  await prize.getByRole('button', { name: 'Claim prize' }).click();
  await prize.getByText('Claimed', { exact: true }).first().waitFor();
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('claimed'), patient);
  expect(problems).toEqual([]);
});

test('a stranger finds a giveaway that is listed, and the way into its server', async () => {
  await started('A lamp for everybody', { listed: true });
  await vi.waitFor(async () => {
    const answer = await fetch(`${stack.server.url}/data/giveaways`);
    expect(await answer.text()).toContain('discord.gg');
  }, patient);
  const noScript = await open('/giveaways', { javaScriptEnabled: false });
  await noScript.page.getByRole('link', { name: /A lamp for everybody/ }).waitFor();
  const stranger = await open('/giveaways', {});
  const listed = stranger.page.getByRole('listitem').filter({ hasText: 'A lamp for everybody' });
  const join = listed.getByRole('link', { name: 'Join server Night City' });
  expect(await join.getAttribute('href')).toMatch(/^https:\/\/discord\.gg\/.+/);
  await isWellMade(stranger);
});
