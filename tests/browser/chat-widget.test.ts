import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import type { Visitor } from '@tally/tests/visitor';
import type { Page } from 'playwright';
import { afterEach, describe, expect, test, vi } from 'vitest';

/** Tests the widget as OBS shows it, with the simulated chats of Twitch and Kick, and the page that creates its URL. */
const patient = { timeout: 30_000, interval: 20 };
const house = useHouse();
afterEach(() => {
  twitch('irc', { do: 'plain' });
  sets.length = 0;
});

const twitch = (action: string, body: object) => house.stack.sim.worlds.get('twitch')?.controls[action]?.(body);
const say = (text: string, about: { by?: string; tags?: Record<string, string> } = {}) =>
  (twitch('chat', { who: 'xqc', by: 'shroud', text, ...about }) as { id: string }).id;
const texts = (page: Page) => page.locator('.chat-line').allTextContents();
const shows = (page: Page, expected: string[]) =>
  vi.waitFor(async () => expect(await texts(page)).toEqual(expected), patient);

/** Stubs the list of emotes, which comes from another feature with its own tests. */
const sets: object[] = [];

async function open(query: string): Promise<Visitor> {
  const visitor = await house.open(null, { viewport: { width: 400, height: 600 } });
  await visitor.context.route('**/data/emotes/**', (route) => route.fulfill({ json: { status: 200, data: { sets } } }));
  await visitor.page.goto(`/chat-widget/view?v=1&icons=0&${query}`);
  return visitor;
}

const summaryOf = (world: string) =>
  house.stack.sim.worlds.get(world)?.summary() as { irc: { rooms: string[] }[]; subscriptions: number };

/** Waits until the widget has joined, because it does not get earlier lines. */
const isIn = (count = 1) =>
  vi.waitFor(() => {
    const { irc } = summaryOf('twitch');
    expect(irc.filter(({ rooms }) => rooms.includes('xqc'))).toHaveLength(count);
  }, patient);
const kickIsHeard = () =>
  vi.waitFor(() => {
    const { subscriptions } = summaryOf('kick');
    expect(subscriptions).toBeGreaterThan(0);
  }, patient);

describe('the widget', () => {
  test('shows both chats in one list; deleted lines and banned people disappear', async () => {
    const { page, problems, context } = await open('twitch=xqc&kick=xqc');
    await Promise.all([isIn(), kickIsHeard()]);
    const bad = say('to be deleted');
    say('of somebody banned', { by: 'troll' });
    say('stays');
    await shows(page, ['shroud to be deleted', 'troll of somebody banned', 'shroud stays']);
    house.stack.kick('chat', { who: 'xqc', by: 'late-latency', content: 'from Kick [emote:37226:KEKW]' });
    await vi.waitFor(async () => expect(await texts(page)).toHaveLength(4), patient);
    twitch('delete-line', { who: 'xqc', id: bad });
    twitch('ban', { who: 'xqc', by: 'troll' });
    house.stack.kick('ban', { who: 'xqc', by: 'late-latency' });
    await shows(page, ['shroud stays']);
    expect(await context.cookies()).toEqual([]);
    // The simulated emote picture has loaded, so there are no errors.
    expect(problems).toEqual([]);
  });

  test('strangers’ text stays text, and no line exceeds its maximum size', async () => {
    const { page, problems } = await open('twitch=xqc&size=20');
    await isIn();
    say('<img src=x onerror="document.title=1"><b>bold</b>', { by: 'html' });
    say('\u202Eesrever \uD800 lone', { by: 'bidi' });
    const ranges = Array.from({ length: 500 }, (_, each) => `${each * 2}-${each * 2}`).join(',');
    say('x '.repeat(500), { by: 'emotes', tags: { emotes: `emotesv2_710929380:${ranges}` } });
    say('Z̸̡̛̟̗͔̦̜̗̝̞͎̖̟̑̀̈́̐͐̄̀̓̑̊̚̕͝ '.repeat(40), { by: 'zalgo' });
    await vi.waitFor(async () => expect(await texts(page)).toHaveLength(4), patient);
    expect((await texts(page))[0]).toBe('html <img src=x onerror="document.title=1"><b>bold</b>');
    expect(await page.locator('.chat-line b, .chat-line img[src=x]').count()).toBe(0);
    expect(await page.locator('.chat-emote').count()).toBe(60);
    const heights = await page.locator('.chat-line').evaluateAll((lines) => lines.map((line) => line.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(12 * 20 + 5);
    expect(problems).toEqual([]);
  });

  test('emotes of 7TV are pictures where they are whole words', async () => {
    const url = `${house.stack.sim.url}/twitch/cdn/emoticons/v2/425/default/dark/2.0`;
    sets.push({ source: '7tv', of: 'channel', emotes: [{ name: 'peepoHappy', url }] });
    const { page, problems } = await open('twitch=xqc');
    await isIn();
    await vi.waitFor(async () => {
      say('so peepoHappy peepoHappy!');
      expect(await page.locator('.chat-emote').count()).toBeGreaterThan(0);
    }, patient);
    const last = page.locator('.chat-line', { has: page.locator('.chat-emote') }).first();
    expect([await last.textContent(), await last.getByAltText('peepoHappy').count()]).toEqual([
      'shroud so  peepoHappy!',
      1,
    ]);
    expect(problems).toEqual([]);
  });

  test('a zero-width emote lies over the one before it; bots that the channel has named are hidden', async () => {
    const url = `${house.stack.sim.url}/twitch/cdn/emoticons/v2/425/default/dark/2.0`;
    const emotes = [
      { name: 'peepoHappy', url },
      { name: 'RainTime', url, zeroWidth: true },
    ];
    sets.push({ source: '7tv', of: 'channel', emotes });
    const { page, problems } = await open('twitch=xqc&lines=200');
    await isIn();
    await vi.waitFor(async () => {
      say('peepoHappy RainTime');
      expect(await page.locator('.chat-stack').count()).toBeGreaterThan(0);
    }, patient);
    const [below, over] = await page
      .locator('.chat-stack')
      .first()
      .locator('.chat-emote')
      .evaluateAll((all) => all.map((each) => ({ x: each.getBoundingClientRect().x, w: each.clientWidth })));
    expect(over).toEqual(below);
    say('of a bot', { by: 'Lamp_Bot' });
    say('of a person');
    await vi.waitFor(async () => expect(await texts(page)).toContain('shroud of a person'), patient);
    expect((await texts(page)).join()).not.toContain('of a bot');
    expect(problems).toEqual([]);
  });

  test('profile pictures appear a moment after the line; a person without one keeps the first letter', async () => {
    const { page, problems } = await open('twitch=xqc&avatars=1');
    await isIn();
    say('hello', { tags: { 'user-id': '71092938' } });
    say('nobody knows me', { by: 'Stranger', tags: { 'user-id': '999999999' } });
    const avatars = page.locator('.chat-line .chat-avatar');
    await vi.waitFor(async () => expect(await avatars.count()).toBe(2), patient);
    await page.locator('.chat-line img.chat-avatar').waitFor();
    expect(await page.locator('.chat-line .chat-mark.chat-avatar').allTextContents()).toEqual(['S']);
    say('again', { tags: { 'user-id': '71092938' } });
    await vi.waitFor(async () => expect(await page.locator('.chat-line img.chat-avatar').count()).toBe(2), patient);
    expect(problems).toEqual([]);
  });

  test('a shared chat shows each line once, and deletes it with its copy', async () => {
    const { page } = await open('twitch=xqc');
    await isIn();
    const shared = { 'source-room-id': '9', 'source-id': 'written-once' };
    const copy = say('from a partner', { tags: shared });
    say('from a partner', { tags: shared });
    say('own');
    await shows(page, ['shroud from a partner', 'shroud own']);
    twitch('delete-line', { who: 'xqc', id: copy });
    await vi.waitFor(async () => expect(await texts(page)).toEqual(['shroud own']), patient);
  });

  test('a lost connection is restored silently; a restarting server is replaced by another', async () => {
    const { page } = await open('twitch=xqc');
    await isIn();
    say('before');
    await shows(page, ['shroud before']);
    twitch('irc', { do: 'drop' });
    await isIn(0);
    await isIn();
    say('between');
    await shows(page, ['shroud before', 'shroud between']);
    twitch('irc', { do: 'reconnect' });
    // Closes the old connection immediately, which the server would do 30 seconds later.
    await vi.waitFor(async () => {
      say('after');
      expect(await texts(page)).toContain('shroud after');
    }, patient);
    await isIn();
  });

  test('a thousand lines at once: the newest are shown, and no more than asked for', async () => {
    const { page } = await open('twitch=xqc&lines=30');
    await isIn();
    for (let each = 0; each < 1_000; each += 1) say(`line ${each}`);
    await vi.waitFor(async () => expect((await texts(page)).at(-1)).toBe('shroud line 999'), patient);
    expect(await page.locator('.chat-line').count()).toBe(30);
  });

  test('100 lines of one person go with one ban', async () => {
    const { page } = await open('twitch=xqc&lines=200');
    await isIn();
    for (let each = 0; each < 100; each += 1) say(`spam ${each}`, { by: 'spammer' });
    say('a decent line');
    await vi.waitFor(async () => expect(await texts(page)).toHaveLength(101), patient);
    twitch('ban', { who: 'xqc', by: 'spammer', seconds: 1 });
    await shows(page, ['shroud a decent line']);
  });

  test('only this page may be embedded, and it paints nothing behind the lines', async () => {
    const { page } = await open('twitch=xqc');
    const ground = await page.evaluate(
      '[document.documentElement, document.body].map((each) => getComputedStyle(each).backgroundColor)',
    );
    expect(ground).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)']);
    const headersOf = async (path: string) => (await fetch(`${house.stack.web}${path}`)).headers;
    const [widget, other] = [await headersOf('/chat-widget/view'), await headersOf('/chat-widget')];
    expect([widget.get('x-frame-options'), other.get('x-frame-options')]).toEqual([null, 'DENY']);
    expect(widget.get('content-security-policy')).toContain('frame-ancestors *');
    expect(other.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(widget.get('set-cookie')).toBeNull();
  });
});

describe('the page that makes the address', () => {
  test('a choice is visible at once, and is part of the address', async () => {
    const { page, problems } = await house.open('/chat-widget');
    await page.getByText('Type a channel to get the address').waitFor();
    await page.getByLabel('Twitch channel').fill('not a name');
    await page.getByText('This is not a channel name.').waitFor();
    await page.getByLabel('Twitch channel').fill('nobodyatall999');
    await page.getByText('Twitch has no channel with this name.').waitFor();
    await page.getByLabel('Twitch channel').fill('XQC');
    await page.getByText('Found: xQc').waitFor();
    await page.getByText('The preview shows sample lines').waitFor();
    const address = page.getByLabel('Address for OBS');
    expect(await address.inputValue()).toBe(`${house.stack.web}/chat-widget/view?v=1&twitch=xqc`);
    await page.getByText('Look', { exact: true }).click();
    await page.getByLabel('Style').selectOption('bubbles');
    await page.locator('.chat-look-bubbles').waitFor();
    await page.locator('summary', { hasText: /^Look.*Style/ }).waitFor();
    await page.getByText('Filter', { exact: true }).click();
    await page.getByRole('switch', { name: 'Bots', exact: true }).click();
    await page.locator('.chat-name', { hasText: 'Nightbot' }).waitFor();
    expect(await address.inputValue()).toBe(`${house.stack.web}/chat-widget/view?v=1&twitch=xqc&look=bubbles&bots=1`);
    expect(await violations(page)).toEqual([]);
    // The browser logs that the unknown channel was not found.
    expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
  });

  test('by keyboard alone, from the name to the address', async () => {
    const { page } = await house.open('/chat-widget');
    await page.getByLabel('Kick channel').focus();
    await page.keyboard.type('xqc');
    await page.keyboard.press('Tab');
    // The next control is the first preset.
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Clean');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.chat-look-bubbles').waitFor();
  });
});
