import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { applicationId, startStack, type Stack } from '@tally/tests/stack';
import { openBrowser, sticksOut, visit, type Visitor, wear } from '@tally/tests/visitor';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** What an owner meets first: who is live, what needs them, what was posted today. */
let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];

const home = `/dashboard/server/${nightCity}`;
const patient = { timeout: 20_000, interval: 100 };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  token = await stack.logIn();
  const addRoom = (name: string) => (stack.discord('add-channel', { guild_id: nightCity, name }) as { id: string }).id;
  room = addRoom('live-room');
  const gone = addRoom('lost-room');
  const call = async (path: string, body?: object): Promise<Response> =>
    await fetch(`${stack.server.url}/data/guild/${nightCity}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  // The bot tells us of its servers a moment after the start.
  for (const [name, notificationChannelId] of Object.entries({ xqc: room, pixelpastor: gone }))
    await vi.waitUntil(async () => (await call(`/kick/${name}`, { notificationChannelId })).status === 200, patient);
  stack.discord('remove-channel', { channel_id: gone });
  stack.kick('go-live', { who: 'xqc', title: 'Good evening' });
  stack.kick('go-live', { who: 'pixelpastor', title: 'Into the void' });
  await vi.waitUntil(async () => {
    const { data } = (await (await call('/journal')).json()) as { data: { rows: { messageId: string | null }[] } };
    const errors = (await (await call('/errors')).json()) as { data: unknown[] };
    return data.rows.some((row) => row.messageId !== null) && errors.data.length > 0;
  }, patient);
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
])('%s names what is broken with what mends it, beside what was posted', async (_, path) => {
  const { page, problems } = await open(path);
  const broken = page.getByRole('list', { name: 'Needs you' }).getByRole('listitem');
  await broken.getByText('The channel for PixelPastor does not exist any more.').waitFor();
  await expect.poll(() => page.getByText('Posts in 24 hours').locator('xpath=..').innerText()).toMatch(/\s1$/);
  await broken.getByRole('link', { name: 'Choose a channel' }).click();
  await page.waitForURL('**/notifications/kick/pixelpastor*', { waitUntil: 'commit' });
  await page.getByRole('heading', { name: 'PixelPastor', level: 1 }).waitFor();
  expect(problems).toEqual([]);
});

test('who is live stands there with the time since when, and leads to their settings', async () => {
  const { page, problems } = await open('/dashboard');
  const live = page.getByRole('region', { name: 'Live now' }).getByRole('link');
  // Also of whom nothing could be posted.
  for (const name of ['xqc', 'PixelPastor'])
    await live
      .filter({ hasText: name })
      .getByText(/^00:\d\d:\d\d$/)
      .waitFor();
  await live.filter({ hasText: 'xqc' }).click();
  await page.waitForURL('**/notifications/kick/xqc');
  await expect.poll(() => page.title()).toBe('xqc · Tally');
  // However an address is written, the tab says what they call themselves.
  await page.goto(`${home}/notifications/kick/PIXELPASTOR`);
  await expect.poll(() => page.title()).toBe('PixelPastor · Tally');
  expect(problems).toEqual([]);
});

test.each([360, 768, 1440])('at %i px nothing sticks out, and everybody can use it', async (width) => {
  const { page, problems } = await open('/dashboard', width);
  await page.getByRole('list', { name: 'Needs you' }).waitFor();
  await page.getByRole('list', { name: 'Needs you' }).getByRole('link').first().waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await wear(page, 'light');
  expect(await violations(page, 'colours')).toEqual([]);
  expect(problems).toEqual([]);
});

test('a channel in which the bot lacks a permission says which, and where on Discord it is granted', async () => {
  const { page, problems } = await open(`${home}/notifications/kick/xqc`);
  await page.getByRole('heading', { name: 'xqc', level: 1 }).waitFor();
  const denied = { id: applicationId, type: 1, allow: '0', deny: String(1n << 14n) };
  stack.discord('change-channel', { channel_id: room, permission_overwrites: [denied] });
  const grant = page.getByRole('link', { name: 'Grant them in Discord' });
  await vi.waitUntil(async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'xqc', level: 1 }).waitFor();
    return (await grant.count()) === 1;
  }, patient);
  expect(await grant.getAttribute('href')).toBe(`https://discord.com/channels/${nightCity}/${room}`);
  await page.getByText('The bot lacks permissions here: Embed Links.').waitFor();
  expect(problems).toEqual([]);
});
