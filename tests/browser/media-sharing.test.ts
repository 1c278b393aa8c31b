import { violations } from '@tally/tests/accessibility';
import { demoUser, somebodyElse } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

/** Follows a request from the viewers' page through a moderator's phone to OBS. */
const at = `/dashboard/user/${demoUser}/media-sharing`;
const third = '200000000000000002';
const patient = { timeout: 45_000, interval: 100 };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

let stack: Stack;
let browser: Browser;
let obs: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [stack, browser, obs] = await Promise.all([
    startStack({ serverEnv: { PLANS: 'unlimited' } }),
    openBrowser(),
    openBrowser(['--autoplay-policy=no-user-gesture-required']),
  ]);
  token = await stack.logIn();
});
afterAll(async () => {
  await Promise.all([browser?.close(), obs?.close()]);
  await stack?.close();
});
beforeEach(async () => {
  await set({ enabled: true, settings: null, permissions: [], password: null });
  // No pause between requests, because several tests share the same people.
  await set({ settings: { secondsBetween: 0 } });
  room = `/media/${encodeURIComponent((await read<{ name: string }>('')).name)}`;
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  const { pending } = await read<{ pending: { itemId: string }[] }>('');
  for (const { itemId } of pending) await call('PUT', `/data/media/${demoUser}/items/${itemId}/refuse`, {});
  for (const action of ['clear', 'skip', 'play']) await call('PUT', `/data/media/${demoUser}/player/${action}`, {});
});

async function call<T>(method: string, path: string, body?: object, who = token): Promise<T> {
  const answer = await fetch(stack.server.url + path, {
    method,
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const read = (await answer.json()) as { data: T; error?: unknown };
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(read.error)}`);
  return read.data;
}
const read = <T>(path: string): Promise<T> => call<T>('GET', `/data/media/${demoUser}${path}`);
const set = (mediaShare: object) => call('PATCH', `/data/user/${demoUser}`, { mediaShare });

async function open(path: string, options: Parameters<typeof visit>[2] = { token }, where = browser): Promise<Visitor> {
  const visitor = await visit(where, stack, options);
  visitors.push(visitor);
  await visitor.page.goto(path);
  return visitor;
}

/** Creates a video on the simulated YouTube and returns its page. */
const upload = (title: string): string => {
  const made = stack.sim.worlds.get('youtube')?.controls['upload']?.({ who: 'mkbhd', seconds: 120, title });
  return (made as { url: string } | undefined)?.url ?? '';
};
/** Adds a video as a moderator, without approval and limits. */
const put = (title: string) => call('POST', `/data/media/${demoUser}/items`, { text: upload(title) });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function request(page: Page, link: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Link or search words' }).fill(link);
  await page.getByRole('button', { name: 'Request', exact: true }).click();
}

async function isWellMade({ page, problems }: Visitor, sizes: readonly number[] = [1280, 360]): Promise<void> {
  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    expect(await violations(page, theme === 'light' ? 'colours' : 'standards')).toEqual([]);
  }
  const before = page.viewportSize();
  for (const width of sizes) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sticksOut(page)).toEqual([]);
  }
  if (before) await page.setViewportSize(before);
  expect(problems).toEqual([]);
}

test('requested on the page, approved with a thumb, and played', async () => {
  const viewer = await open(room, { token: await stack.logIn(somebodyElse) });
  const moderator = await open(at, { token, ...phone });
  await moderator.page.getByText('No requests are waiting for approval.').waitFor();
  await request(viewer.page, upload('Rain on a lighthouse'));
  const own = region(viewer.page, 'Your requests today');
  await own.getByText('Waiting for approval').waitFor();

  const approve = moderator.page.getByRole('button', { name: /^Approve .*Rain on a lighthouse/ });
  await approve.waitFor();
  // The button is large, and within reach of the thumb that holds the phone.
  const box = await approve.boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(44);
  expect(box?.width).toBeGreaterThan(150);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(740);
  await isWellMade(moderator, [360]);
  await approve.tap();
  await region(moderator.page, 'Waiting for you').getByText('No requests are waiting for approval.').waitFor();
  await region(moderator.page, 'Now playing').getByText('Rain on a lighthouse').waitFor();

  const { url } = await call<{ url: string }>('POST', `/data/media/${demoUser}/player/address`);
  const source = await open(new URL(url).pathname, {}, obs);
  await moderator.page.getByText('Player connected').first().waitFor();
  await vi.waitFor(() => expect(source.page.frames().length).toBe(2), patient);
  await region(viewer.page, 'Now playing').getByText('Rain on a lighthouse').waitFor();
  await own.getByText('Playing').waitFor();
  await isWellMade(viewer);

  await moderator.page.getByRole('button', { name: 'Pause', exact: true }).tap();
  await moderator.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await moderator.page.getByRole('slider', { name: /^Volume/ }).fill('15');
  await vi.waitFor(async () => expect(await read('')).toMatchObject({ volume: 15, paused: true }), patient);
  await moderator.page.getByRole('button', { name: 'Skip', exact: true }).tap();
  await region(moderator.page, 'Now playing').getByText('Nothing playing').waitFor();
  await own.getByText('Skipped').waitFor();
  expect(moderator.problems).toEqual([]);
});

test('refused by keyboard with a reason that the viewer reads; a hostile title is text, its preview a press away', async () => {
  const hostile = '<img src=x onerror="document.title=1">';
  const viewer = await open(room, { token: await stack.logIn(somebodyElse) });
  await request(viewer.page, upload(hostile));
  const own = region(viewer.page, 'Your requests today');
  await own.getByText('Waiting for approval').waitFor();
  const moderator = await open(at);
  const { page } = moderator;
  const waiting = region(page, 'Waiting for you');
  await waiting.getByRole('link').getByText(hostile).waitFor();
  expect(await page.locator('img[src="x"]').count()).toBe(0);
  expect(page.frames()).toHaveLength(1);
  await waiting.getByRole('button', { name: /^Preview muted/ }).click();
  await vi.waitFor(() => expect(page.frames()[1]?.url()).toContain('mute=1'), patient);
  await isWellMade(moderator);

  await page.locator('body').press('r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Too loud for this hour');
  await isWellMade(moderator, [360]);
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await waiting.getByText('No requests are waiting for approval.').waitFor();
  await own.getByText('Too loud for this hour').waitFor();
  expect(await own.getByText('Refused').count()).toBe(1);
  await viewer.page.reload();
  await own.getByText('Too loud for this hour').waitFor();

  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('searchbox').fill('onerror');
  await page.getByRole('listitem').filter({ hasText: 'Too loud for this hour' }).waitFor();
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByText('No matches in the last 30 days.').waitFor();
  await isWellMade(moderator);
});

const order = async (page: Page): Promise<string[]> =>
  (await region(page, 'Up next').getByRole('link').allTextContents()).map((title) => title.trim());

test('the queue is put into another order by button and by mouse, and everybody sees it', async () => {
  for (const title of ['Plays', 'One', 'Two', 'Three']) await put(title);
  const moderator = await open(at);
  const { page } = moderator;
  await vi.waitFor(async () => expect(await order(page)).toEqual(['One', 'Two', 'Three']), patient);
  await page.getByRole('button', { name: /^Move .*Three.* up$/ }).click();
  await vi.waitFor(async () => expect(await order(page)).toEqual(['One', 'Three', 'Two']), patient);
  // The focus follows the request, so a second press moves it further.
  await page.keyboard.press('Enter');
  await vi.waitFor(async () => expect(await order(page)).toEqual(['Three', 'One', 'Two']), patient);
  const rows = region(page, 'Up next').getByRole('listitem');
  await rows.filter({ hasText: 'Three' }).dragTo(rows.filter({ hasText: 'Two' }));
  await vi.waitFor(async () => expect(await order(page)).toEqual(['One', 'Two', 'Three']), patient);
  await vi.waitFor(async () => {
    const { queue } = await read<{ queue: { title: string }[] }>('');
    expect(queue.map(({ title }) => title)).toEqual(['One', 'Two', 'Three']);
  }, patient);
  const stranger = await open(room, {});
  expect(await order(stranger.page)).toEqual(['One', 'Two', 'Three']);
  await stranger.page.getByRole('link', { name: 'Log in to request' }).waitFor();
  await isWellMade(stranger);

  await page.getByRole('button', { name: /^More for .*Two/ }).click();
  await page.getByRole('menuitem', { name: /^Remove and ban the video/ }).click();
  await vi.waitFor(async () => expect(await order(stranger.page)).toEqual(['One', 'Three']), patient);
  await page.getByRole('tab', { name: 'Bans' }).click();
  await page.getByRole('button', { name: /^Lift the ban on .*Two/ }).click();
  await page.getByText('No bans').waitFor();
  await isWellMade(moderator);
});

test('a helper with the permission moderates and sets nothing; without the permission the page closes and does not open again', async () => {
  const who = await stack.logIn(somebodyElse);
  const stranger = await open(at, { token: await stack.logIn(third) });
  await stranger.page.getByRole('heading', { name: 'Access denied' }).waitFor();

  await call('POST', '/data/teams', { teamName: 'Night shift' });
  const { managedTeam } = await call<{ managedTeam: { teamId: string } }>('GET', '/data/teams');
  const team = `/data/teams/${managedTeam.teamId}`;
  try {
    const code = await call<string>('PUT', `${team}/invite`, { bitfieldToSet: '1' });
    await call('PUT', `/data/teams/join?code=${code}`, undefined, who);
    await put('Plays');
    const helper = await open(`/dashboard/user/${somebodyElse}/media-sharing`, { token: who });
    const { page } = helper;
    await page.getByRole('combobox', { name: 'Room' }).click();
    await page.getByRole('option').nth(1).click();
    await page.getByText('You help', { exact: false }).waitFor();
    expect(page.url()).toContain(at);
    expect(await page.getByRole('tab').allTextContents()).toEqual(['Queue', 'History', 'Bans', 'Fallback playlist']);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await vi.waitFor(async () => expect(await read('')).toMatchObject({ paused: true }), patient);
    await isWellMade(helper);

    await call('PUT', `${team}/update`, { userId: somebodyElse, bitfieldToSet: '0' });
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  } finally {
    await call('DELETE', team);
  }
});

/** Opens a row of the settings, which shows its values while closed. */
async function openRow(page: Page, name: string, says = ''): Promise<void> {
  await page
    .locator('summary')
    .filter({ has: page.getByText(name, { exact: true }), hasText: says })
    .click();
}

test('a preset sets approval, limits and who may request, and a changed detail matches no preset', async () => {
  const { page, problems } = await open(`${at}?tab=settings`);
  const preset = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) });
  await preset('Subscribers').check({ force: true });
  await page.getByText(/request\W*: Subscribers, VIPs, and Moderators/).waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  await vi.waitFor(async () => {
    const { mediaShare } = await call<{ mediaShare: { settings: object } }>('GET', `/data/user/${demoUser}`);
    expect(mediaShare.settings).toMatchObject({ approval: 'notSupporters', perSupporter: 3 });
  }, patient);
  await page.reload();
  await preset('Subscribers').and(page.locator(':checked')).waitFor();
  await openRow(page, 'Limits', 'per viewer: 1');
  await page.getByRole('spinbutton', { name: 'Requests at once per viewer' }).fill('2');
  expect(await page.getByRole('radio').and(page.locator(':checked')).count()).toBe(0);
  expect(problems).toEqual([]);
});

test('words find videos that are allowed here, and the viewer chooses one', async () => {
  for (const name of ['Moonlight over water', 'Moonlight in a valley']) upload(name);
  const viewer = await open(room, { token: await stack.logIn(somebodyElse) });
  const { page } = viewer;
  await request(page, 'Moonlight');
  const results = region(page, 'Search results');
  await results.getByText('Moonlight in a valley').waitFor();
  expect(await results.getByRole('listitem').count()).toBeLessThanOrEqual(3);
  await isWellMade(viewer);
  await results.getByRole('button', { name: /^Request .*Moonlight over water/ }).click();
  await region(page, 'Your requests today').getByText('Moonlight over water').waitFor();
  await results.waitFor({ state: 'detached' });
});

test("settings are saved, are there after a reload, and do not overwrite another person's change", async () => {
  const owner = await open(`${at}?tab=settings`);
  const { page } = owner;
  const number = (name: string) => page.getByRole('spinbutton', { name, exact: true });
  await openRow(page, 'Limits', 'queue: 50 · per viewer: 1 · up to 5:00');
  await openRow(page, 'Requests', 'YouTube, Shorts, and TikTok · approval: Everyone except moderators');
  await openRow(page, 'Chat commands', 'Everyone');
  await number('Requests in the queue').fill('0');
  await page.getByText('Fix the problems on this page', { exact: false }).waitFor();
  await number('Requests in the queue').fill('12');
  await page.getByRole('switch', { name: 'TikTok' }).click();
  await page.getByRole('textbox', { name: 'Banned words' }).fill('gore\n<b>scream</b>');
  await page.getByRole('tab', { name: 'Twitch' }).click();
  await page.getByRole('group', { name: 'skip on Twitch' }).getByRole('button', { name: 'VIPs' }).click();
  await isWellMade(owner);
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
  await page.reload();
  for (const row of ['Limits', 'Requests', 'Chat commands']) await openRow(page, row);
  await vi.waitFor(async () => expect(await number('Requests in the queue').inputValue()).toBe('12'), patient);
  expect(await page.getByRole('switch', { name: 'TikTok' }).getAttribute('aria-checked')).toBe('false');
  expect(await page.getByRole('textbox', { name: 'Banned words' }).inputValue()).toBe('gore\n<b>scream</b>');
  await page.getByRole('tab', { name: 'Twitch' }).click();
  const vips = page.getByRole('group', { name: 'skip on Twitch' }).getByRole('button', { name: 'VIPs' });
  expect(await vips.getAttribute('aria-pressed')).toBe('true');

  await number('Requests at once per viewer').fill('3');
  await set({ settings: { perPerson: 7 } });
  await page.getByRole('button', { name: /^Save/ }).click();
  const conflict = page.getByRole('region', { name: 'Saved by another person' });
  await conflict.getByText('7', { exact: true }).waitFor();
  await conflict.getByText('3', { exact: true }).waitFor();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await conflict.waitFor({ state: 'detached' });
  await vi.waitFor(async () => {
    const { mediaShare } = await call<{ mediaShare: { settings: object } }>('GET', `/data/user/${demoUser}`);
    expect(mediaShare.settings).toMatchObject({ perPerson: 3, queueLimit: 12, modes: ['youtube', 'shorts'] });
  }, patient);
  expect(owner.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
});

test('a password is set without being shown, requested on the page, and removed', async () => {
  const owner = await open(`${at}?tab=settings`);
  await openRow(owner.page, 'Password', 'No password is set');
  const card = region(owner.page, 'Viewers’ page password');
  await card.getByLabel('New password').fill('lighthouse');
  await card.getByRole('button', { name: 'Set password' }).click();
  await owner.page.getByText('A password is set').waitFor();
  expect(await card.getByLabel('New password').inputValue()).toBe('');
  expect(await owner.page.content()).not.toContain('lighthouse');

  const viewer = await open(room, { token: await stack.logIn(somebodyElse) });
  await viewer.page.getByLabel('Password').fill('harbour');
  await request(viewer.page, upload('Behind a door'));
  await viewer.page.getByText('The password is missing or wrong', { exact: false }).waitFor();
  await viewer.page.getByLabel('Password').fill('lighthouse');
  await viewer.page.getByRole('button', { name: 'Request', exact: true }).click();
  const own = region(viewer.page, 'Your requests today');
  await own.getByText('Behind a door').waitFor();
  await own.getByRole('button', { name: /^Cancel/ }).click();
  await viewer.page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click();
  await own.getByText('Removed', { exact: true }).waitFor();

  await card.getByRole('button', { name: 'Remove the password' }).click();
  await owner.page.getByText('No password is set').waitFor();
  await vi.waitFor(async () => expect(await viewer.page.getByLabel('Password').count()).toBe(0), patient);
});

test('three steps into OBS: the address is made and copied without being shown, and replaced on a press', async () => {
  const options = { token, permissions: ['clipboard-read', 'clipboard-write'] };
  const owner = await open(`${at}?tab=setup`, options);
  const { page } = owner;
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  // An earlier test may have created an address.
  const make = page.getByRole('button', { name: 'Create and copy' });
  const replace = page.getByRole('button', { name: 'Replace the address' });
  await make.or(replace).waitFor();
  if (await make.isVisible()) await make.click();
  else await page.getByRole('button', { name: 'Copy the address' }).click();
  await replace.waitFor();
  await vi.waitFor(async () => expect(await copied()).toMatch(/\/media\/player\/[\w-]{43}$/), patient);
  const first = await copied();
  expect(await page.content()).not.toContain(first.split('/').at(-1));
  await isWellMade(owner);

  const source = await open(new URL(first).pathname, {}, obs);
  await page.getByText('The player is connected. You are done.').waitFor();
  await replace.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the address' }).click();
  await vi.waitFor(async () => expect(await copied()).not.toBe(first), patient);
  await source.page.getByText('This address is no longer in use', { exact: false }).waitFor();
  await page.getByText('Waiting for the player').waitFor();
});

test('a closed or missing room says so; a link to it shows the owner', async () => {
  const html = await (await fetch(stack.web + room, { headers: { 'user-agent': 'Discordbot/2.0' } })).text();
  expect(html).toMatch(/<meta property="og:title" content="Request a video for [^"]+"/);
  await set({ enabled: false });
  const viewer = await open(room, { token: await stack.logIn(somebodyElse) });
  await viewer.page.getByRole('heading', { name: 'Closed right now' }).waitFor();
  expect(await viewer.page.getByRole('button', { name: 'Request', exact: true }).count()).toBe(0);
  await isWellMade(viewer);
  // The room opens while a person looks at it.
  await set({ enabled: true });
  await viewer.page.getByRole('button', { name: 'Request', exact: true }).waitFor();
  expect((await fetch(`${stack.web}/media/nobody-of-this-name`)).status).toBe(404);
});
