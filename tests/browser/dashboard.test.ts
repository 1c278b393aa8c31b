import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { applicationId, type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Tests the owner's first page: live streamers, open tasks, today's posts. */
let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];

const home = `/dashboard/server/${nightCity}`;
/** This server follows no streamer. */
const quietHome = '/dashboard/server/802000000000000000';
const patient = { timeout: 60_000, interval: 100 };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  token = await stack.logIn();
  const addRoom = (name: string) => (stack.discord('add-channel', { guild_id: nightCity, name }) as { id: string }).id;
  room = addRoom('live-room');
  const gone = addRoom('lost-room');
  // The bot reports its servers a moment after the start.
  for (const [name, notificationChannelId] of Object.entries({ xqc: room, pixelpastor: gone }))
    await vi.waitUntil(async () => (await ask(`/kick/${name}`, { notificationChannelId })).status === 200, patient);
  stack.discord('remove-channel', { channel_id: gone });
  stack.kick('go-live', { who: 'xqc', title: 'Good evening' });
  stack.kick('go-live', { who: 'pixelpastor', title: 'Into the void' });
  await vi.waitUntil(async () => {
    const { data } = (await (await ask('/journal')).json()) as { data: { rows: { messageId: string | null }[] } };
    const errors = (await (await ask('/errors')).json()) as { data: unknown[] };
    return data.rows.some((row) => row.messageId !== null) && errors.data.length > 0;
  }, patient);
});
const ask = async (path: string, body?: object): Promise<Response> =>
  await fetch(`${stack.server.url}/data/guild/${nightCity}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

async function open(path: string, width = 1440): Promise<Visitor> {
  const visitor = await visit(browser, stack, { token, viewport: { width, height: 900 } });
  visitors.push(visitor);
  await visitor.page.goto(path);
  return visitor;
}

test.each([
  ['the dashboard', '/dashboard'],
  ["a server's home", home],
])('%s shows each problem with its fix, next to the posts', async (_, path) => {
  const { page, problems } = await open(path);
  const broken = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
  await broken.getByText('The channel for PixelPastor no longer exists.').waitFor();
  await page.getByRole('main').getByText('1 post in 24 hours').first().waitFor();
  await broken.getByRole('link', { name: 'Choose a channel' }).click();
  await page.waitForURL('**/notifications/kick/pixelpastor*', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'PixelPastor', level: 1 }).waitFor();
  expect(problems).toEqual([]);
});

test('servers come first, with their live creators and problems, and one action each', async () => {
  const { page, problems } = await open('/dashboard');
  const rows = page.getByRole('list', { name: 'Servers with the bot' }).getByRole('listitem');
  const city = rows.filter({ hasText: 'Night City' });
  await city.getByText('1 problem', { exact: true }).waitFor();
  await city.getByText('2 streamers are live', { exact: true }).waitFor();
  const harbour = rows.filter({ hasText: 'Harbour' });
  await harbour.getByText('0 posts in 24 hours').waitFor();
  expect(await harbour.getByText(/problem/).count()).toBe(0);
  expect(await harbour.getByRole('link').count()).toBe(1);
  await city.getByRole('link', { name: 'Fix the problems in Night City' }).click();
  await page.waitForURL('**/error-logs');
  expect(problems).toEqual([]);
});

test('a server shows its day: the post with its channel and time, and the first steps while it is new', async () => {
  const { page, problems } = await open(home);
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem');
  await steps.filter({ hasText: 'See the first post: done' }).waitFor();
  expect(await steps.count()).toBe(3);
  const post = page
    .getByRole('list', { name: 'Today' })
    .getByRole('listitem')
    .filter({ hasText: /xqc.* went live/ });
  await post.getByRole('link', { name: '#live-room' }).waitFor();
  await post.getByText(/\d(ms|s)$/).waitFor();
  // A failed post shows its reason, in its place in the day.
  await page
    .getByRole('list', { name: 'Today' })
    .getByRole('listitem')
    .filter({ hasText: 'PixelPastor' })
    .getByText(/channel/)
    .waitFor();
  expect(problems).toEqual([]);
});

test('all streamers are one list, live ones first, and a tab narrows it to a platform', async () => {
  const { page, problems } = await open(`${home}/notifications`);
  const list = page.getByRole('list', { name: 'All streamers' }).getByRole('listitem');
  await list.filter({ hasText: 'xqc' }).getByText('LIVE', { exact: true }).waitFor();
  await page.getByRole('searchbox').fill('pixel');
  await expect.poll(() => list.count()).toBe(1);
  const tabs = page.getByRole('navigation', { name: 'Platforms' }).getByRole('link');
  expect(await tabs.count()).toBe(5);
  await tabs.filter({ hasText: 'Kick' }).click();
  await page.waitForURL('**/notifications/kick');
  await page.getByRole('heading', { name: 'Kick notifications' }).waitFor();
  expect(problems).toEqual([]);
});

test('the palette opens empty each time, and a page without a network shows that', async () => {
  const { page, context } = await open('/dashboard');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  const field = page.getByRole('combobox', { name: 'Jump to' });
  await page.keyboard.press('Control+k');
  await field.fill('quiet');
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
  await page.keyboard.press('Control+k');
  await field.waitFor();
  expect(await field.inputValue()).toBe('');
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page.getByRole('alert').getByText('You are offline.').waitFor();
  await page.getByText('Your changes are sent when the connection is back.').waitFor();
  await context.setOffline(false);
  await page.getByText('You are offline.').waitFor({ state: 'hidden' });
});

test('lists live creators with their time, and links to their settings', async () => {
  const { page, problems } = await open('/dashboard');
  const live = page.getByRole('region', { name: 'Live now' }).getByRole('link');
  // The list includes streamers whose messages could not be posted.
  for (const name of ['xqc', 'PixelPastor'])
    await live
      .filter({ hasText: name })
      .getByText(/^00:\d\d:\d\d$/)
      .waitFor();
  await live.filter({ hasText: 'xqc' }).click();
  await page.waitForURL('**/notifications/kick/xqc');
  await expect.poll(() => page.title()).toBe('xqc · Tally');
  // The tab shows the display name in any spelling of the URL.
  await page.goto(`${home}/notifications/kick/PIXELPASTOR`);
  await expect.poll(() => page.title()).toBe('PixelPastor · Tally');
  expect(problems).toEqual([]);
});

test.each([360, 768, 1440])('at %i px nothing overflows, and it is accessible', async (width) => {
  const { page, problems } = await open('/dashboard', width);
  await page.getByRole('list', { name: 'Needs you' }).waitFor();
  await page.getByRole('list', { name: 'Needs you' }).getByRole('link').first().waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await wear(page, 'light');
  expect(await violations(page, 'colours')).toEqual([]);
  expect(problems).toEqual([]);
});

test('a channel without a permission names it, with the place to grant it; once granted, the page knows', async () => {
  const { page, problems } = await open(`${home}/notifications/kick/xqc`);
  await page.getByRole('heading', { name: 'xqc', level: 1 }).waitFor();
  const denied = { id: applicationId, type: 1, allow: '0', deny: String(1n << 14n) };
  stack.discord('change-channel', { channel_id: room, permission_overwrites: [denied] });
  const grant = page.getByRole('link', { name: 'Grant them in Discord' });
  const again = page.getByRole('button', { name: 'Check again' });
  await vi.waitUntil(async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'xqc', level: 1 }).waitFor();
    return (await grant.count()) === 1;
  }, patient);
  await page.getByText('The bot lacks permissions here: Embed Links.').waitFor();
  // Discord is simulated, so the fix links to the channel in the simulated world.
  const world = await page.context().newPage();
  await world.goto((await grant.getAttribute('href')) ?? '');
  await world.getByRole('textbox', { name: 'Message to #live-room' }).waitFor();
  await world.close();
  await again.click();
  await page.getByText('The bot lacks permissions here: Embed Links.').waitFor();
  stack.discord('change-channel', { channel_id: room, permission_overwrites: [] });
  await again.waitFor({ state: 'detached', timeout: 40_000 });
  expect(problems).toEqual([]);
});

test('a fixed error disappears everywhere at once, and one press posts the stopped message', async () => {
  const other = (stack.discord('add-channel', { guild_id: nightCity, name: 'locked-room' }) as { id: string }).id;
  const deny = (bits: bigint) =>
    stack.discord('change-channel', {
      channel_id: other,
      permission_overwrites: [{ id: applicationId, type: 1, allow: '0', deny: String(bits) }],
    });
  await vi.waitUntil(
    async () => (await ask('/kick/nordwind', { notificationChannelId: other })).status === 200,
    patient,
  );
  deny(1n << 14n);
  // The worker reads the gateway's data, which is saved a moment later.
  await vi.waitUntil(async () => {
    const { data } = (await (await ask('/kick')).json()) as {
      data: { streamers: { streamerUserName: string; pauseReason: string | null }[] };
    };
    return data.streamers.some((each) => each.streamerUserName === 'nordwind' && each.pauseReason === 'permissions');
  }, patient);
  const { page, problems } = await open(home);
  const needs = page.getByRole('list', { name: 'Needs you' });
  const line = needs.getByText('The bot lacks permissions in #locked-room: Embed Links.');
  const logs = page.getByRole('navigation').getByRole('link', { name: /^Error Logs/ });
  stack.kick('go-live', { who: 'nordwind', title: 'Against the wind' });
  await line.waitFor({ timeout: 40_000 });
  await logs.getByText('New errors').waitFor({ state: 'attached' });

  await needs
    .getByRole('listitem')
    .filter({ hasText: '#locked-room' })
    .getByRole('button', { name: 'Check again' })
    .click();
  await page.getByRole('alert').getByText('Not solved yet').waitFor();
  deny(0n);
  await line.waitFor({ state: 'detached', timeout: 40_000 });
  // The name is isolated, so it cannot reverse the sentence.
  const stopped = needs.getByText(/^\u2068Nordwind\u2069 is live, but nothing has been posted about it\./);
  await stopped.waitFor();
  const messages = () => [...(stack.sim.discord.state.channels.get(other)?.messages.values() ?? [])];
  await page.getByRole('button', { name: 'Post it now' }).dblclick();
  await expect.poll(() => messages().length, patient).toBe(1);
  await stopped.waitFor({ state: 'detached' });

  await logs.click();
  const solved = page
    .getByRole('list', { name: 'Error logs' })
    .getByRole('listitem')
    .filter({ hasText: '#locked-room' });
  await solved.getByText(/^Solved/).waitFor();
  expect(await solved.getByRole('link').count()).toBe(0);
  expect(messages()).toHaveLength(1);
  expect(problems).toEqual([]);
});

test.each(['notifications/kick', 'error-logs', 'giveaways', 'journal'])(
  'on a phone, the largest text of an empty list comes with the first picture: %s',
  async (list) => {
    const { page } = await open(`${quietHome}/${list}`, 412);
    await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor();
    const early = await page.request.get(page.url());
    const sizes = await page
      .getByRole('main')
      .locator('h1, p')
      .evaluateAll((texts) =>
        texts.map((text) => {
          const range = text.ownerDocument.createRange();
          range.selectNodeContents(text);
          const { width, height } = range.getBoundingClientRect();
          return { text: text.textContent ?? '', size: width * height };
        }),
      );
    const [largest] = sizes.toSorted((one, other) => other.size - one.size);
    expect(await early.text()).toContain(`>${largest?.text}<`);
  },
);

test('in a low window the tools scroll, and the links below them stay whole', async () => {
  const { page } = await open(home);
  await page.setViewportSize({ width: 1280, height: 700 });
  const sidebar = page.getByRole('complementary', { name: 'Dashboard' });
  const edgesOf = async (role: 'link' | 'button', name: string) => {
    const box = await sidebar.getByRole(role, { name: new RegExp(`^${name}`) }).boundingBox();
    return box && ([box.y, box.y + box.height] as const);
  };
  await sidebar.getByRole('link', { name: 'Error Logs' }).scrollIntoViewIfNeeded();
  const [tool, docs, fold] = [
    await edgesOf('link', 'Error Logs'),
    await edgesOf('link', 'Docs'),
    await edgesOf('button', 'Collapse the sidebar'),
  ];
  expect(tool?.[1]).toBeLessThanOrEqual(docs?.[0] ?? 0);
  expect(docs?.[1]).toBeLessThanOrEqual(fold?.[0] ?? 0);
  expect(fold?.[1]).toBeLessThanOrEqual(700);
});

test('the simulated world is a link away, and links that are not set up are not there', async () => {
  const { page, problems } = await open(`${home}/nowhere`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  // The browser's stored choices apply on this page too.
  await page.locator('html[data-theme=dark][data-sidebar=open]').waitFor({ state: 'attached' });
  const [world] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('banner').getByRole('link', { name: 'Simulated world' }).click(),
  ]);
  await world.getByRole('tablist').first().waitFor();
  await world.close();
  // The layout also surrounds a missing page.
  const sidebar = page.getByRole('navigation', { name: 'Dashboard' });
  await sidebar.getByRole('link', { name: 'Journal' }).waitFor();
  for (const name of ['Top.gg', 'Vote', 'Support'])
    expect(await page.getByRole('link', { name, exact: true }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Take a look' }).getAttribute('href')).toBe(
    `${home}/notifications/youtube`,
  );
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
});

test("after inviting the bot or declining, a person returns to the server's page", async () => {
  const { page, problems } = await open('/select');
  const invite = page.getByRole('link', { name: 'Invite the bot to Moss & Pixels' });
  await invite.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('The bot was not invited').waitFor();
  await page.getByText('The bot is not in this server yet.', { exact: false }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Invite the bot to Moss & Pixels' }).click();
  await page.getByRole('button', { name: 'Authorise' }).click();
  await page.getByRole('heading', { name: 'Moss & Pixels', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Notifications' }).first().waitFor();

  stack.discord('kick-bot', { guild_id: new URL(page.url()).pathname.split('/')[3] });
  await page.goto('/select');
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'Add the bot to' }).waitFor();
      return await page.getByText('Your settings are kept').count();
    }, patient)
    .toBe(1);
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
});

test('a slow answer is announced, on a page and at the login, and the notice disappears when it arrives', async () => {
  const words = 'This is taking longer than usual.';
  const { page } = await open(home);
  await page.getByText(/posts? in 24 hours/).waitFor();
  expect(await page.getByText(words).count()).toBe(0);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/**/journal?*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Journal' }).click();
  await page.getByText(words).waitFor();
  release();
  await page.getByText(words).waitFor({ state: 'detached' });
  await page.getByRole('list', { name: 'Journal' }).waitFor();

  const stranger = await visit(browser, stack);
  visitors.push(stranger);
  await stranger.page.goto('/');
  await stranger.page.route('**/api/tally/', () => undefined);
  await stranger.page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await stranger.page.getByRole('alert').getByText(words).waitFor();
});

test('a stream that is already on can be posted from the message after adding', async () => {
  stack.kick('go-live', { who: 'kettlecorn' });
  const { page, problems } = await open(`${home}/notifications`);
  await page.getByRole('button', { name: 'Add streamer' }).click();
  const form = page.getByRole('dialog', { name: 'Add a streamer' });
  // The search results do not move the fields below.
  const place = form.getByRole('combobox', { name: /^Posts to/ });
  const before = await place.boundingBox();
  await form.getByRole('combobox', { name: 'Streamer' }).fill('kettlecorn');
  await form.getByRole('option', { name: /kettlecorn.*live.*Kick/, selected: true }).waitFor();
  expect(await place.boundingBox()).toEqual(before);
  await place.click();
  await page.getByRole('option', { name: 'live-room' }).click();
  await form.getByRole('button', { name: 'Add streamer' }).click();
  await page.getByRole('list', { name: 'All streamers' }).getByRole('link', { name: 'Edit kettlecorn' }).waitFor();
  const said = page.getByRole('alert').filter({ hasText: 'The stream is already live.' });
  await said.getByRole('button', { name: 'Post it now' }).click();
  await vi.waitUntil(
    () => JSON.stringify(stack.discord('messages', { channel_id: room })).includes('kettlecorn'),
    patient,
  );
  expect(problems).toEqual([]);
});
