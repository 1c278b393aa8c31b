import { type Sim, startSim } from '@tally/sim/start';
import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { applicationId, type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, tokenCookie, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser, Locator, Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Saves greetings, birthdays, stickies and starboards on the page, and checks the channels in Discord. */
let sim: Sim;
let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];

/** Grants members and messages, but no presences, which only the page about missing intents needs. */
const GRANTED = (1 << 1) | (1 << 15);

beforeAll(async () => {
  sim = await startSim({ limits: false });
  sim.discord.controls['application']?.({ application_id: applicationId, privileged_intents: GRANTED });
  [stack, browser] = await Promise.all([startStack({ sim, serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  room = (stack.discord('add-channel', { guild_id: nightCity, name: 'lounge' }) as { id: string }).id;
  // Waits for the bot, which reports its servers shortly after the start.
  const headers = { authorization: `Bearer ${token}` };
  await vi.waitFor(
    async () => {
      const { status } = await fetch(`${stack.server.url}/data/guild/${nightCity}`, { headers });
      if (status !== 200) throw new Error(`the server answers ${status}`);
    },
    { timeout: 60_000, interval: 100 },
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
  await sim?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

const standing = () => [...(stack.sim.discord.state.channels.get(room)?.messages.values() ?? [])];
const patient = { timeout: 60_000 };

async function open(path: string): Promise<Visitor> {
  const visitor = await visit(browser, stack, { token });
  visitors.push(visitor);
  await visitor.page.goto(`/dashboard/server/${nightCity}${path}`);
  return visitor;
}
async function chooseChannel(page: Page, within: Page | Locator = page, name = 'lounge'): Promise<void> {
  await within
    .getByRole('combobox', { name: /^Channel/ })
    .first()
    .click();
  await page.getByPlaceholder('Search channels').fill(name);
  await page.getByRole('option', { name: new RegExp(name) }).click();
}
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
}
/** Checks that nothing overflows a phone's screen once the form is filled. */
async function isWellMade({ page, problems }: Visitor): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

test('a welcome is switched on with its picture, and its test appears in the channel', async () => {
  const visitor = await open('/welcome-leave');
  const { page } = visitor;
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // Before the setup, the page shows an example message and suggests a channel.
  await preview.getByText('Welcome to').waitFor();
  await page.getByRole('button', { name: /^Turn on in / }).waitFor();
  await page.getByRole('switch', { name: 'Greet new members' }).click();
  await page.getByText('Choose a channel.').waitFor();
  await chooseChannel(page);
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const picture = preview.locator('img.discord-embed-image');
  await expect
    .poll(() => picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth), patient)
    .toBe(900);
  // The server's own picture replaces the background.
  const drawn = await picture.getAttribute('src');
  const sky = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#08f' } })
    .png()
    .toBuffer();
  const file = { name: 'sky.png', mimeType: 'image/png', buffer: sky };
  await page.getByLabel('Upload your own picture').setInputFiles(file);
  await page.getByRole('dialog', { name: 'Crop the picture' }).getByRole('button', { name: 'Use picture' }).click();
  await page.getByRole('button', { name: 'Remove picture' }).waitFor();
  await expect.poll(() => picture.getAttribute('src'), patient).not.toBe(drawn);
  // A press on a text of the preview edits it there, and typing creates a custom text.
  await preview.getByText('Welcome to').click();
  await preview.getByRole('textbox', { name: 'Text' }).waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Glad you are here');
  await page.keyboard.press('Escape');
  await preview.getByRole('textbox').waitFor({ state: 'detached' });
  await preview.getByText('Glad you are here').waitFor();
  await save(page);
  await page.getByRole('button', { name: 'Send test, no pings' }).click();
  await page.getByText('The test is in the channel.').waitFor();
  expect(standing()).toMatchObject([
    { content: 'Glad you are here', attachments: [{ filename: 'card.png' }], pinged: { users: [] } },
  ]);
  await page.getByRole('listitem').filter({ hasText: 'Sent a test' }).getByRole('link').waitFor();
  expect(await violations(page)).toEqual([]);
  await isWellMade(visitor);
});

test('birthdays are switched on, entered with the panel, and corrected and removed by staff', async () => {
  const visitor = await open('/birthday');
  const { page } = visitor;
  await page.getByText('No birthdays here yet.').waitFor();
  await page.getByRole('switch', { name: 'Congratulate members' }).click();
  await chooseChannel(page);
  await save(page);
  await page.getByRole('button', { name: 'Post the panel' }).click();
  await page.getByText('The panel is now in the channel.').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Posted the panel' }).waitFor();
  const panel = standing().find(({ components }) => JSON.stringify(components).includes('Set my birthday'));

  const { id: user_id } = stack.discord('add-user', { username: 'cake_lover' }) as { id: string };
  stack.discord('join', { guild_id: nightCity, user_id });
  const press = async (message_id: string | undefined, custom_id: string) =>
    (await stack.discord('press', { channel_id: room, message_id, user_id, custom_id })) as { interaction_id: string };
  const { interaction_id } = await press(panel?.id, 'birthday');
  const fields = { date: '03/14', zone: 'Asia/Riyadh', year: '' };
  await stack.discord('submit', { interaction_id, fields });
  // The new member may be greeted in this channel before or after the answer.
  const idOfConfirm = (components: unknown) => /"(birthday-confirm:[^"]+)"/.exec(JSON.stringify(components))?.[1];
  const question = () => standing().find(({ components }) => idOfConfirm(components));
  await expect.poll(question, patient).toBeDefined();
  await press(question()?.id, idOfConfirm(question()?.components) ?? '');
  await expect.poll(() => standing().some(({ content }) => content.includes('Saved: March 14')), patient).toBe(true);

  await page.reload();
  await page.getByText('March 14').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Posted the panel' }).getByRole('link').waitFor();
  await page.getByRole('button', { name: /^Correct .*’s birthday/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct a birthday' });
  await dialog.getByRole('textbox', { name: 'Day' }).fill('32');
  await dialog.getByText('This month does not have that day.').waitFor();
  await dialog.getByRole('textbox', { name: 'Day' }).fill('15');
  await dialog.getByRole('button', { name: 'Correct it' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('March 15').waitFor();
  expect(await violations(page)).toEqual([]);
  await isWellMade(visitor);
  await page.getByRole('button', { name: /^Remove .*’s birthday/ }).click();
  await page.getByRole('button', { name: 'Remove it' }).click();
  await page.getByText('No birthdays here yet.').waitFor();
});

test('a sticky is written, saved and seen', async () => {
  const visitor = await open('/sticky-message?channel=new');
  const { page } = visitor;
  await chooseChannel(page);
  await page.locator('[data-path="content"]').fill('Read the rules');
  await save(page);
  await expect.poll(() => standing().at(-1)?.content, patient).toBe('Read the rules');
  await isWellMade(visitor);
  // The only sticky message is open, with its last post. A text in the preview is edited in place.
  await page.goto(`/dashboard/server/${nightCity}/sticky-message`);
  await page.getByRole('listitem').filter({ hasText: 'Posted at the bottom' }).getByRole('link').waitFor();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await preview.getByText('Read the rules').click();
  await preview.getByRole('textbox', { name: 'Text' }).press('End');
  await page.keyboard.type(' first');
  await expect.poll(() => page.locator('[data-path="content"]').inputValue()).toBe('Read the rules first');
  await save(page);
  await expect.poll(() => standing().at(-1)?.content, patient).toBe('Read the rules first');
});

test('a sticky that is saved with a double click is there once', async () => {
  const { id } = stack.discord('add-channel', { guild_id: nightCity, name: 'corner' }) as { id: string };
  const inCorner = () => [...(stack.sim.discord.state.channels.get(id)?.messages.values() ?? [])];
  const { page } = await open('/sticky-message?channel=new');
  await chooseChannel(page, page, 'corner');
  await page.locator('[data-path="content"]').fill('Read them twice');
  await page.getByRole('button', { name: /^Save/ }).dblclick();
  await expect.poll(() => inCorner().length, patient).toBe(1);
  // A success toast is an alert too. The page shows a refusal.
  expect(await page.locator('p[role=alert], .Toastify__toast--error').count()).toBe(0);
  // The message may be posted before the page hears that it is saved.
  await page.waitForURL((url) => url.searchParams.get('channel') === id);
  await page.getByRole('button', { name: 'All sticky messages' }).click();
  await page.getByRole('button', { name: /^#lounge.*Read the rules/ }).waitFor();
  await page.getByRole('button', { name: /^#corner.*Read them twice/ }).waitFor();
});

test('a session that ends while a person writes: to the login and back, with the draft', async () => {
  const { page, context } = await open('/sticky-message?channel=new');
  await chooseChannel(page);
  await page.locator('[data-path="content"]').fill('Not lost');
  await context.addCookies([tokenCookie(stack, 'x'.repeat(43))]);
  await page.keyboard.press('Control+s');
  const said = page.getByRole('alert').filter({ has: page.getByRole('link', { name: 'Login' }) });
  await said.waitFor();
  await page.getByText('No problems in this message.').waitFor({ state: 'hidden' });
  await said.getByRole('link', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Authorise' }).click();
  await page.waitForURL('**/sticky-message?channel=new');
  await expect.poll(() => page.locator('[data-path="content"]').inputValue(), patient).toBe('Not lost');
});

test('a starboard is created, and shows starred messages', async () => {
  const visitor = await open('/starboard');
  const { page } = visitor;
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // Before the setup, the page shows a starred message and suggests a channel.
  await preview.getByText('The best message of the week.').waitFor();
  await page.getByRole('button', { name: /^Turn on in / }).waitFor();
  await chooseChannel(page);
  const stars = page.getByRole('spinbutton', { name: 'Stars needed' });
  await stars.fill('27');
  await preview.getByText('27', { exact: true }).waitFor();
  await stars.fill('1');
  await page.getByRole('button', { name: /^Turn on in .*lounge/ }).click();
  await page.getByText('On. Nothing posted yet.').waitFor();
  await isWellMade(visitor);

  const { id: channel_id } = stack.discord('add-channel', { guild_id: nightCity, name: 'talk' }) as { id: string };
  const [author, fan] = ['author', 'fan'].map((username) => {
    const { id } = stack.discord('add-user', { username }) as { id: string };
    stack.discord('join', { guild_id: nightCity, user_id: id });
    return id;
  });
  const said = stack.discord('say', { channel_id, user_id: author, content: 'Well said' }) as { id: string };
  stack.discord('react', { channel_id, message_id: said.id, user_id: fan, emoji: '⭐' });
  await expect
    .poll(() => standing().some(({ content }) => content === `⭐ **1** · <#${channel_id}>`), patient)
    .toBe(true);
  await page.reload();
  await page.getByText(/^Posted a starred message, /).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Posted a starred message' }).getByRole('link').waitFor();

  // An unsaved draft never silently overwrites another person's change.
  await stars.fill('2');
  await fetch(`${stack.server.url}/data/starboards/${nightCity}/${room}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ threshold: 7 }),
  });
  await page.reload();
  await page.getByText('Your unsaved changes are back.').waitFor();
  const told = page.getByRole('region', { name: 'Saved by another person' });
  const row = told.getByRole('listitem').filter({ hasText: 'Stars needed' });
  expect(await row.getByRole('definition').allInnerTexts()).toEqual(['2', '7']);
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  expect(await unsaved.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
  await told.getByRole('button', { name: 'Keep mine' }).click();
  await unsaved.waitFor({ state: 'hidden' });

  // A second starboard starts with the focus in its form. After that, both are in a list.
  await page.getByRole('button', { name: 'Add starboard' }).press('Enter');
  await page.getByRole('heading', { name: 'New starboard' }).waitFor();
  const isOnField = () => page.evaluate("document.activeElement?.matches('[data-form] :is(input, [role=combobox])')");
  await expect.poll(isOnField, patient).toBe(true);
  await chooseChannel(page, page, 'talk');
  await save(page);
  await page.getByRole('button', { name: 'All starboards' }).click();
  await page.getByRole('button', { name: /^#lounge.*From 2 stars/ }).waitFor();
  await page.getByRole('button', { name: /^#talk.*From 3 stars/ }).click();
  expect(await stars.inputValue()).toBe('');
});

test('on the page of the simulated world a person joins, accepts the rules and leaves', async () => {
  const visitor = await visit(browser, stack, {});
  visitors.push(visitor);
  const { page } = visitor;
  await page.goto(stack.sim.url);
  const members = page.getByRole('complementary', { name: /^Members of/ });
  const newcomer = members.getByRole('button', { name: /Newcomer/ });
  await members.getByRole('button', { name: 'Somebody joins and has rules to accept' }).click();
  await newcomer.getByText('Has not accepted the rules').waitFor();
  await newcomer.click();
  await members.getByRole('button', { name: 'Accept the rules' }).click();
  await newcomer.getByText('Has not accepted the rules').waitFor({ state: 'hidden' });
  await members.getByRole('button', { name: 'Leave the server' }).click();
  await newcomer.waitFor({ state: 'hidden' });
  expect(visitor.problems).toEqual([]);
});

test('a live role is chosen next to the member list that it changes', async () => {
  const visitor = await open('/auto-twitch-live-role');
  const { page } = visitor;
  const members = page.getByRole('figure', { name: 'Preview of the member list' });
  await members.getByText('Live now').waitFor();
  await page.getByRole('button', { name: /^Turn on with .*Live now/ }).click();
  await page.getByText('On. No member has streamed yet.').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Remove Live now' }).click();
  await page.getByRole('button', { name: /^Turn on with .*Live now/ }).waitFor();
  expect(await violations(page)).toEqual([]);
  await isWellMade(visitor);
});

test("a page shows what its feature lacks without Discord's permission, and who can fix that", async () => {
  const { page, problems } = await open('/auto-twitch-live-role');
  await page.getByText('Discord does not show this bot members’ activity. Only members with a linked').waitFor();
  await page.getByText('can turn on the Presence Intent in Discord’s developer portal').waitFor();
  expect(await page.getByText('departures').count()).toBe(0);
  expect(problems).toEqual([]);
});
