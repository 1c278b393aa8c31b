import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { nextFrame, openBrowser, sticksOut, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const kickPage = `/dashboard/server/${nightCity}/notifications/kick`;
const patient = { timeout: 60_000, interval: 100 };

const person = (number: number) => `member${String(number).padStart(3, '0')}`;
const members = Array.from({ length: 25 }, (_, number) => person(number));

let stack: Stack;
let browser: Browser;
let token: string;
let rooms: { home: string; clips: string };
const visitors: Visitor[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  rooms = { home: roomCalled('live-now'), clips: roomCalled('clips') };
  await followAll(members);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

const roomCalled = (name: string): string => {
  const channels = [...stack.sim.discord.state.channels.values()];
  return channels.find((each) => each.name === name && each.guildId === nightCity)?.id ?? '';
};

const call = (path: string, method = 'GET', body?: object) =>
  fetch(`${stack.server.url}/data/guild/${nightCity}/kick${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

const invite = (name: string) => stack.kick('add-creator', { username: name });

async function follow(name: string): Promise<void> {
  // Retries, because the bot reports its servers shortly after the start.
  const add = () => call(`/${name}`, 'POST', { notificationChannelId: rooms.home });
  await vi.waitFor(async () => expect((await add()).status).toBe(200), patient);
}

async function followAll(names: readonly string[]): Promise<void> {
  const waiting = [...names];
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      invite(name);
      await follow(name);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
}

interface Row {
  readonly streamerUserName: string;
  readonly notificationChannelId: string | null;
  readonly pingRoleId: string | null;
  readonly openThread: boolean | null;
  readonly paused: boolean | null;
}
async function followed(): Promise<Map<string, Row>> {
  const { data } = (await (await call('')).json()) as { data: { streamers: Row[] } };
  return new Map(data.streamers.map((row) => [row.streamerUserName, row]));
}
const countIn = async (room: string) =>
  [...(await followed()).values()].filter((row) => row.notificationChannelId === room).length;

type Arrival = Parameters<typeof visit>[2];
async function arrive(address = kickPage, options: Arrival = {}): Promise<Page & { problems: string[] }> {
  const visitor = await visit(browser, stack, { token, ...options });
  visitors.push(visitor);
  await visitor.page.goto(address);
  await visitor.page.getByRole('main').getByRole('listitem').first().waitFor();
  return Object.assign(visitor.page, { problems: visitor.problems });
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Bulk actions' });
const shownNames = (page: Page) =>
  page.getByRole('list', { name: 'Streamers' }).getByRole('listitem').getByRole('link').allInnerTexts();
const pick = async (page: Page, within: RegExp, words: string) => {
  await page.getByRole('dialog').getByRole('combobox', { name: within }).click();
  await page.getByRole('option', { name: words }).click();
};

test('twenty are moved to another channel at once, and one undo brings them back', async () => {
  const page = await arrive();
  await box(page, person(0)).click();
  expect(await bar(page).count()).toBe(0);
  await box(page, person(19)).click({ modifiers: ['Shift'] });
  await bar(page).getByText('20 selected').waitFor();

  await bar(page).getByRole('button', { name: 'Channel' }).click();
  const sheet = page.getByRole('dialog', { name: 'Change the channel' });
  await pick(page, /^Channel/, 'clips');
  await sheet
    .getByRole('listitem')
    .filter({ hasText: person(7) })
    .getByText('#live-now')
    .waitFor();
  await sheet
    .getByRole('listitem')
    .filter({ hasText: person(7) })
    .getByText('#clips')
    .waitFor();
  await sheet.getByRole('button', { name: 'Change 20 streamers' }).click();
  await page.getByText('20 streamers were changed').waitFor();
  expect([await countIn(rooms.clips), await countIn(rooms.home)]).toEqual([20, 5]);
  expect(await bar(page).count()).toBe(0);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('alert').filter({ hasText: '20 streamers were restored' }).waitFor();
  expect([await countIn(rooms.clips), await countIn(rooms.home)]).toEqual([0, 25]);
  expect(page.problems).toEqual([]);
});

test('failed changes show the reason at their row, and can be retried', async () => {
  const page = await arrive();
  for (const name of [person(1), person(2), person(3)]) await box(page, name).click();
  // Another person unfollows one of them at the same time. If it had happened before, the page would have shown it.
  const stopFollowing = async (route: Route) => {
    expect((await call(`/${person(2)}`, 'DELETE')).status).toBe(200);
    await route.continue();
  };
  await page.route(`**/kick/${person(2)}*`, stopFollowing, { times: 1 });
  await bar(page).getByRole('button', { name: 'Ping role' }).click();
  await pick(page, /^Ping role/, 'Live pings');
  const sheet = page.getByRole('dialog', { name: 'Change the ping role' });
  await sheet.getByRole('button', { name: /^Change 3/ }).click();
  await sheet.getByText('1 of 3 could not be changed').waitFor();
  const refused = sheet.getByRole('listitem').filter({ hasText: person(2) });
  await refused.getByText(`This server does not follow ${person(2)}.`).waitFor();
  const rows = await followed();
  expect([rows.get(person(1))?.pingRoleId, rows.get(person(3))?.pingRoleId]).not.toContain(null);

  await follow(person(2));
  await sheet.getByRole('button', { name: 'Retry 1' }).click();
  await page.getByText('3 streamers were changed').waitFor();
  expect((await followed()).get(person(2))?.pingRoleId).not.toBeNull();
  // The page itself works; the browser only logs the refused call.
  expect(page.problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
});

test('a deleted streamer is restored with the previous settings', async () => {
  await call(`/${person(5)}`, 'PATCH', { openThread: true });
  const page = await arrive();
  await box(page, person(4)).click();
  await box(page, person(5)).click();
  await bar(page).getByRole('button', { name: 'Delete 2' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete 2 streamers?' });
  await sheet.getByText(person(4)).waitFor();
  await sheet.getByText(person(5)).waitFor();
  await sheet.getByText(/Journal entries and edits/).waitFor();
  await sheet.getByRole('button', { name: 'Delete 2' }).click();
  await page.getByText('2 streamers were deleted').waitFor();
  expect((await followed()).has(person(5))).toBe(false);

  await page.keyboard.press('Control+z');
  await page.getByRole('alert').filter({ hasText: '2 streamers were restored' }).waitFor();
  expect((await followed()).get(person(5))).toMatchObject({ openThread: true, notificationChannelId: rooms.home });
  expect(page.problems).toEqual([]);
});

test('search, filter and order are part of the address and survive a reload', async () => {
  await call(`/${person(10)}`, 'PATCH', { paused: true });
  await call(`/${person(21)}`, 'PATCH', { paused: true });
  const page = await arrive();
  await page.getByRole('button', { name: /^Paused/ }).click();
  await expect.poll(() => shownNames(page)).toEqual([person(10), person(21)]);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('021');
  await expect.poll(() => shownNames(page)).toHaveLength(1);
  await page.getByRole('button', { name: /^Sort by/ }).click();
  await page.getByRole('option', { name: 'Last post' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?show=paused&q=021&sort=last');

  await page.reload();
  await page.getByRole('list', { name: 'Streamers' }).getByRole('listitem').first().waitFor();
  await expect.poll(() => shownNames(page)).toHaveLength(1);
  expect(await page.getByRole('searchbox', { name: 'Search by name' }).inputValue()).toBe('021');
  expect(await page.getByRole('button', { name: /^Paused/ }).getAttribute('aria-pressed')).toBe('true');
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nobody at all');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(() => shownNames(page)).toHaveLength(25);
  for (const name of [person(10), person(21)]) await call(`/${name}`, 'PATCH', { paused: false });
  expect(page.problems).toEqual([]);
});

describe('with the keyboard alone', () => {
  test('rows are walked, marked, cleared, tested and opened', async () => {
    const page = await arrive();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await box(page, person(1)).isChecked()).toBe(true);
    for (const key of ['j', 'j', 'j', 'k', 'Shift+X']) await page.keyboard.press(key);
    await bar(page).getByText('3 selected').waitFor();
    await page.keyboard.press('Escape');
    await bar(page).waitFor({ state: 'detached' });

    await page.keyboard.press('t');
    await page.getByRole('alert').filter({ hasText: /test/i }).waitFor();
    await page.keyboard.press('n');
    const form = page.getByRole('dialog', { name: 'Add a streamer' });
    const field = form.getByRole('combobox', { name: 'Streamer' });
    await field.pressSequentially('xjk');
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('xjk');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    expect(await bar(page).count()).toBe(0);

    await page.keyboard.press('/');
    await page.keyboard.type('x');
    expect(await page.getByRole('searchbox', { name: 'Search by name' }).inputValue()).toBe('x');
    // The URL updates a moment later, and would bring back a person who has already left the page.
    await page.waitForURL(/[?&]q=x/);
    await page.keyboard.press('Backspace');
    await page.waitForURL((url) => !url.searchParams.has('q'));
    await page.keyboard.press('Escape');
    await expect.poll(() => shownNames(page)).toHaveLength(25);
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.waitForURL(`${kickPage.replace(/\/kick$/, '')}/kick/**`);
    expect(page.problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
  });

  test('single keys are listed and can be switched off, for good', async () => {
    const page = await arrive();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Select up to the row').waitFor();
    await help.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.reload();
    await box(page, person(0)).focus();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('?');
    await nextFrame(page);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    expect(await help.count()).toBe(0);

    await page.goto('/settings');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.goto(kickPage);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
  });
});

/** Pastes into the focused field, because tests have no clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);

test('a streamer of any platform is found while typing, and added and tested with the keyboard alone', async () => {
  const page = await arrive();
  await page.keyboard.press('n');
  const form = page.getByRole('dialog', { name: 'Add a streamer' });
  const field = form.getByRole('combobox', { name: 'Streamer' });
  await field.pressSequentially('@Lofi Girl');
  await form.getByRole('option', { name: /Lofi Girl.*YouTube.*followers/, selected: true }).waitFor();
  await field.fill(person(1));
  await form
    .getByRole('option', { name: /already followed/ })
    .first()
    .waitFor();
  await field.fill('lumi vale');
  await form.getByRole('option', { name: /Lumi_Vale.*Kick/, selected: true }).waitFor();
  for (const key of ['ArrowDown', 'ArrowUp', ...Array<string>(6).fill('Tab')]) await page.keyboard.press(key);
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Add and send test');
  await page.keyboard.press('Enter');
  await form.waitFor({ state: 'detached' });
  const added = page.getByRole('alert').filter({ hasText: 'Lumi_Vale on Kick was added' });
  await added.getByText('The next stream posts in #live-now.').waitFor();
  await page.getByRole('alert').filter({ hasText: 'The test is on its way to #live-now.' }).waitFor();
  await call('/lumi-vale', 'DELETE');
  expect(page.problems).toEqual([]);
});

test('several are pasted at once: each line shows who it is, and all that can be added are added', async () => {
  invite('newcomer');
  const page = await arrive();
  await page.getByRole('button', { name: 'Add streamer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a streamer' });
  const typed = `https://kick.com/newcomer\n${person(0)}, nobody-of-this-name, https://www.twitch.tv/nobody_there\nhttps://youtu.be/abc https://kick.com/video/1`;
  await form.getByRole('combobox', { name: 'Streamer' }).focus();
  await paste(page, typed);
  expect(await form.getByRole('textbox', { name: 'Streamer' }).inputValue()).toBe(typed);
  const line = (words: string | RegExp) =>
    form.getByRole('list', { name: 'Names entered' }).getByRole('listitem').filter({ hasText: words });
  await line('newcomer')
    .getByText(/^found$/)
    .waitFor();
  await line(person(0)).getByText('already followed').waitFor();
  for (const name of ['nobody-of-this-name', 'nobody_there'])
    await line(name).getByText('No channel with this name was found. Paste a link to the channel.').waitFor();
  await line('youtu.be').getByText('This link does not name a channel.').waitFor();
  await line('kick.com/video').getByText('This link does not name a channel.').waitFor();
  await form.getByRole('button', { name: 'Add streamer' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByRole('alert').filter({ hasText: 'newcomer on Kick was added' }).waitFor();
  await call('/newcomer', 'DELETE');
  expect(page.problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
});

/** The smallest width has its own parts; colors are the same at every width. */
test.each([
  [360, ['dark']],
  [768, []],
  [1440, ['dark', 'light']],
] as const)('bar, sheet and form at %i px', async (width, themes) => {
  const page = await arrive(kickPage, { viewport: { width, height: 900 } });
  const found: unknown[] = [];
  const look = async (what: string) => {
    await nextFrame(page);
    found.push(...(await sticksOut(page)).map((html) => [what, html]));
    for (const theme of themes) {
      await wear(page, theme);
      for (const violation of await violations(page, theme === 'light' ? 'colours' : 'standards'))
        found.push([what, theme, violation]);
    }
  };
  for (const name of [person(0), person(1), person(2)]) await box(page, name).click();
  await look('bar');
  await bar(page).getByRole('button', { name: 'Delete 3' }).click();
  await page.getByRole('dialog').waitFor();
  await look('sheet');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add streamer' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByRole('combobox', { name: 'Streamer' }).fill('xqc');
  await form.getByRole('option', { name: /xqc/ }).first().waitFor();
  await look('suggestions');
  await form.getByRole('combobox', { name: 'Streamer' }).fill(`${person(0)}, xqc`);
  await form.getByText('found', { exact: true }).waitFor();
  await look('form');
  expect([...found, ...page.problems]).toEqual([]);
});

test.each(['en-US', 'ar-SA'])('on a phone the tab of the last platform is in sight as a whole (%s)', async (locale) => {
  const page = await arrive(kickPage, { viewport: { width: 360, height: 800 }, locale });
  await page.goto(kickPage.replace('/kick', '/rumble'));
  const tab = page.locator('nav a[aria-current=page]', { hasText: 'Rumble' });
  const isWhole = () =>
    tab.evaluate((link) => {
      const [inner, row] = [link.getBoundingClientRect(), link.parentElement?.getBoundingClientRect()];
      return row !== undefined && inner.left >= row.left && inner.right <= row.right;
    });
  await expect.poll(isWhole).toBe(true);
});

test('right to left, with the bar at the bottom, nothing sticks out', async () => {
  const page = await arrive(kickPage, { viewport: { width: 360, height: 800 } });
  await page.context().addCookies([{ name: 'locale', value: 'ar-SA', url: stack.web }]);
  await page.reload();
  await page.locator('html[dir=rtl]').waitFor();
  const boxes = page.getByRole('list').getByRole('checkbox');
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  await page.getByRole('button', { name: /^حذف 2/ }).waitFor();
  await nextFrame(page);
  expect(await sticksOut(page)).toEqual([]);
  expect(page.problems).toEqual([]);
});

test('of a long list only the rows in sight are drawn, and the keyboard reaches the others', async () => {
  const more = Array.from({ length: 180 }, (_, number) => person(100 + number));
  await followAll(more);
  const page = await arrive();
  const drawn = page.getByRole('list', { name: 'Streamers' }).getByRole('listitem');
  expect(await drawn.count()).toBeLessThan(60);
  expect(await drawn.first().getAttribute('aria-setsize')).toBe('205');
  await page.keyboard.press('k');
  await page.getByRole('link', { name: 'Edit member279' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Edit member279');
  await page.getByRole('checkbox', { name: 'Select all shown' }).click();
  await bar(page).getByText('205 selected').waitFor();
  expect(page.problems).toEqual([]);
});
