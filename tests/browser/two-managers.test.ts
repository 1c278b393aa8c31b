import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, openTab, sticksOut, unsavedChanges, type Visitor, visit, wear } from '@tally/tests/visitor';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const at = `/dashboard/server/${nightCity}`;
const patient = { timeout: 60_000, interval: 100 };

let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
let visitor: Visitor | undefined;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  room = (stack.discord('add-channel', { guild_id: nightCity, name: 'lounge' }) as { id: string }).id;
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(
    () => call(`/data/guild/${nightCity}/kick/nordwind`, 'POST', { notificationChannelId: room }),
    patient,
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await visitor?.leave();
  visitor = undefined;
});

async function call(path: string, method: string, body?: object): Promise<{ data: unknown }> {
  const answer = await fetch(`${stack.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { data: unknown };
}

/** Opens the same page in two tabs of one browser. Both load the record before either saves. */
async function twoTabs(path: string): Promise<{ first: Page; second: Page; problems: () => string[] }> {
  const made = await visit(browser, stack, { token });
  visitor = made;
  const other = await openTab(made);
  await Promise.all([made.page, other.page].map((page) => page.goto(at + path)));
  // Ignores refusals for an old version or a missing record, which are not errors of the page.
  const problems = () => [...made.problems, ...other.problems].filter((each) => !/status of 40[49]/.test(each));
  return { first: made.page, second: other.page, problems };
}

const conflictIn = (place: Page | Locator) => place.getByRole('region', { name: 'Saved by another person' });
/** The two values of a field in a conflict. */
const sidesOf = (conflict: Locator, field: string) =>
  conflict.getByRole('listitem').filter({ hasText: field }).getByRole('definition').allInnerTexts();
const take = (conflict: Locator, which: 'Keep mine' | 'Take theirs') =>
  conflict.getByRole('button', { name: which }).click();

async function save(page: Page): Promise<void> {
  await unsavedChanges(page).getByRole('button', { name: 'Save' }).click();
}
const saved = (page: Page) => unsavedChanges(page).waitFor({ state: 'detached' });

test('two tabs on one streamer: the second save shows both values, and both choices work', async () => {
  const { first, second, problems } = await twoTabs('/notifications/kick/nordwind');
  const minutes = (page: Page) => page.getByRole('spinbutton', { name: 'Minutes between two live messages' });
  const stored = async () => {
    const { data } = await call(`/data/guild/${nightCity}/kick/nordwind`, 'GET');
    return (data as { customCoolDownBeforeNextLive: number }).customCoolDownBeforeNextLive;
  };
  for (const page of [first, second]) await page.getByRole('main').getByText('Timing', { exact: true }).click();
  // A page without unsaved changes follows other people's saves, so the second has begun before the first saves.
  await minutes(second).fill('99');
  await minutes(first).fill('61');
  await save(first);
  await saved(first);
  await save(second);
  await expect.poll(() => sidesOf(conflictIn(second), 'Minutes between')).toEqual(['99', '61']);
  expect(await stored()).toBe(61);
  expect(await violations(second)).toEqual([]);
  await take(conflictIn(second), 'Take theirs');
  await saved(second);
  expect(await minutes(second).inputValue()).toBe('61');
  // The discarded changes are one undo step away.
  await second.keyboard.press('Control+z');
  await expect.poll(() => minutes(second).inputValue()).toBe('99');
  await unsavedChanges(second).getByRole('button', { name: 'Discard' }).click();

  // The first tab saved this version itself, so it reports nothing.
  await minutes(second).fill('88');
  await minutes(first).fill('62');
  await save(first);
  await saved(first);
  await save(second);
  await expect.poll(() => sidesOf(conflictIn(second), 'Minutes between')).toEqual(['88', '62']);
  await second.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(second)).toEqual([]);
  await take(conflictIn(second), 'Keep mine');
  await saved(second);
  expect(await stored()).toBe(88);
  expect(problems()).toEqual([]);
});

test('a field that only the other person changed is shown in our draft, and reported', async () => {
  const { first, second, problems } = await twoTabs('/notifications/kick/nordwind');
  for (const page of [first, second]) await page.getByRole('main').getByText('Timing', { exact: true }).click();
  await second.getByRole('spinbutton', { name: 'Minutes between two live messages' }).fill('70');
  await first.getByRole('spinbutton', { name: 'Seconds to wait for a picture' }).fill('7');
  await save(first);
  await saved(first);
  await save(second);
  const told = conflictIn(second);
  await told.getByText('They changed different fields.').waitFor();
  expect(await sidesOf(told, 'Seconds to wait for a picture')).toEqual(['none', '7']);
  await take(told, 'Keep mine');
  await saved(second);
  const { data } = await call(`/data/guild/${nightCity}/kick/nordwind`, 'GET');
  expect(data).toMatchObject({
    thumbnailWaitSeconds: 7,
    customCoolDownBeforeNextLive: 70,
  });
  expect(problems()).toEqual([]);
});

test('a starboard in two tabs: both values, both choices, and a removed one is restored', async () => {
  await call(`/data/starboards/${nightCity}`, 'POST', { channelId: room, threshold: 3 });
  const { first, second, problems } = await twoTabs('/starboard');
  const stars = (page: Page) => page.getByRole('spinbutton', { name: 'Stars needed' });
  const stored = async () => {
    const { data } = await call(`/data/starboards/${nightCity}`, 'GET');
    return (data as { threshold: number }[]).map(({ threshold }) => threshold);
  };
  await stars(second).fill('9');
  await stars(first).fill('5');
  await save(first);
  await saved(first);
  await save(second);
  await expect.poll(() => sidesOf(conflictIn(second), 'Stars needed')).toEqual(['9', '5']);
  expect(await violations(second)).toEqual([]);
  await take(conflictIn(second), 'Take theirs');
  await expect.poll(() => stars(second).inputValue()).toBe('5');

  await stars(second).fill('8');
  await stars(first).fill('6');
  await save(first);
  await saved(first);
  await save(second);
  await expect.poll(() => sidesOf(conflictIn(second), 'Stars needed')).toEqual(['8', '6']);
  await take(conflictIn(second), 'Keep mine');
  await saved(second);
  expect(await stored()).toEqual([8]);

  await stars(second).fill('4');
  await call(`/data/starboards/${nightCity}/${room}`, 'DELETE');
  await save(second);
  await conflictIn(second).getByText('Another person removed this while you were editing.').waitFor();
  await take(conflictIn(second), 'Keep mine');
  await saved(second);
  expect(await stored()).toEqual([4]);
  expect(problems()).toEqual([]);
});

test('a sticky message in two tabs, and a new one in a channel that has one by now', async () => {
  await call(`/data/guild/${nightCity}/stickyMessages`, 'PATCH', { channelId: room, content: 'Be kind' });
  const { first, second, problems } = await twoTabs(`/sticky-message?channel=${room}`);
  const text = (page: Page) => page.locator('[data-path="content"]');
  await text(first).fill('Be kind, always');
  await text(second).fill('Read the rules');
  await save(first);
  await saved(first);
  await save(second);
  await expect.poll(() => sidesOf(conflictIn(second), 'Text')).toEqual(['Read the rules', 'Be kind, always']);
  await take(conflictIn(second), 'Keep mine');
  await saved(second);
  await first.reload();
  await expect.poll(() => text(first).inputValue()).toBe('Read the rules');

  const hall = (stack.discord('add-channel', { guild_id: nightCity, name: 'hall' }) as { id: string }).id;
  await first.goto(`${at}/sticky-message?channel=new`);
  await first.getByRole('combobox', { name: /^Channel/ }).click();
  await first.getByPlaceholder('Search channels').fill('hall');
  await first.getByRole('option', { name: /hall/ }).click();
  await text(first).fill('Mine');
  await call(`/data/guild/${nightCity}/stickyMessages`, 'PATCH', { channelId: hall, content: 'Theirs' });
  await save(first);
  await expect.poll(() => sidesOf(conflictIn(first), 'Text')).toEqual(['Mine', 'Theirs']);
  expect(problems()).toEqual([]);
});

test('two quick moves on an old list of overrides keep a rule that was added; on a fresh list both apply', async () => {
  const add = (priorityOnConflict: number, word: string) =>
    call(`/data/guild/${nightCity}/overrides`, 'PATCH', {
      priorityOnConflict,
      applyTo: [],
      query: [word],
      queryIn: [],
      actions: ['cancel'],
    });
  const stored = async () => {
    const { data } = await call(`/data/guild/${nightCity}`, 'GET');
    const { notificationOverrides: rules } = data as {
      notificationOverrides: { priorityOnConflict: number; query: string[] }[];
    };
    return rules.toSorted((a, b) => b.priorityOnConflict - a.priorityOnConflict).map(({ query }) => query[0]);
  };
  for (const [place, word] of ['one', 'two', 'three'].entries()) await add(30 - place * 10, word);
  visitor = await visit(browser, stack, { token });
  const { page } = visitor;
  await page.goto(`${at}/overrides`);
  const shown = () => page.getByRole('list', { name: 'Rules' }).getByRole('listitem').count();
  await expect.poll(shown).toBe(3);
  await add(40, 'theirs');

  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'PATCH') answers.push(answer.status());
  });
  // Presses the second button before the first call gets an answer.
  let release: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**/data/guild/${nightCity}`, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Move rule 1 down' }).click();
  await page.getByRole('button', { name: 'Move rule 2 down' }).click();
  release();
  await expect.poll(() => answers).toEqual([409, 409]);
  await expect.poll(shown).toBe(4);
  await expect.poll(stored).toEqual(['theirs', 'one', 'two', 'three']);

  await page.getByRole('button', { name: 'Move rule 1 down' }).click();
  await page.getByRole('button', { name: 'Move rule 2 down' }).click();
  await expect.poll(() => answers.slice(2)).toEqual([200, 200]);
  await expect.poll(stored).toEqual(['one', 'two', 'theirs', 'three']);
});

test('the record of changes shows before and after, in words, in both languages and on a phone', async () => {
  const made = await visit(browser, stack, { token });
  visitor = made;
  const { page, problems } = made;
  await call(`/data/guild/${nightCity}/kick/nordwind`, 'PATCH', { onEnd: 'delete', customCoolDownBeforeNextLive: 45 });
  await page.goto(`${at}/manage?tab=changes`);
  const record = page.getByRole('list', { name: 'Record of changes' });
  const line = (of: RegExp) => record.getByRole('listitem').filter({ hasText: of }).first();
  const said = async (of: RegExp) => (await line(of).innerText()).replaceAll(/[\u2066-\u2069]/g, '').split('\n');
  await line(/Streamers · .*nordwind/i).waitFor();
  expect(await said(/Streamers · .*nordwind/i)).toEqual(
    expect.arrayContaining(['When the stream ends', 'none', 'Delete it', '70', '45']),
  );

  await page.getByRole('tab', { name: /^Notifications/ }).click();
  await page.getByRole('switch', { name: 'Use quiet hours' }).click();
  await save(page);
  await saved(page);
  await page.getByRole('tab', { name: /^Record of changes/ }).click();
  await line(/Quiet hours/).waitFor();
  const quiet = await said(/Quiet hours/);
  expect(quiet).toEqual(expect.arrayContaining(['Use quiet hours', 'On', 'From', '23:00']));
  // The record has one line per change, and none for untouched fields.
  expect(await record.getByText('Post only what an override matches').count()).toBe(0);

  for (const theme of ['dark', 'light'] as const) {
    await wear(page, theme);
    expect(await violations(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  await made.context.addCookies([{ name: 'locale', value: 'ar-SA', url: stack.web }]);
  await page.reload();
  await page.getByRole('list', { name: 'سجل التغييرات' }).getByText('ساعات الهدوء').first().waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('another tab keeps the draft and shows that; the address opens a tab, and branding has its preview', async () => {
  visitor = await visit(browser, stack, { token });
  const { page, problems } = visitor;
  await page.goto(`${at}/manage#branding`);
  const tab = (name: RegExp) => page.getByRole('tab', { name });
  await page.getByRole('switch', { name: 'Show “via Tally”' }).click();
  const preview = page.getByRole('complementary', { name: 'A notification with this branding' });
  await preview.getByText('This is how your next notification ends.').waitFor();
  expect(await preview.getByText('Watch stream').count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();

  await tab(/^General/).click();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('general');
  await page.getByRole('switch', { name: 'Show this server on the front page' }).click();
  await tab(/^Notifications/).click();
  await tab(/^General.*Unsaved changes/).waitFor();
  await page.getByRole('switch', { name: 'Fix Kick embeds' }).click();
  await page.keyboard.press('Control+s');
  await saved(page);
  const { data } = await call(`/data/guild/${nightCity}`, 'GET');
  expect(data).toMatchObject({ isListed: true, fixKickLinks: true });

  await tab(/^Record of changes/).click();
  const record = page.getByRole('list', { name: 'Record of changes' });
  await record.getByText('Fix Kick embeds').first().waitFor();
  await page.getByRole('combobox', { name: 'Setting' }).click();
  await page.getByRole('option', { name: 'Show this server on the front page' }).click();
  await expect.poll(() => record.getByText('Fix Kick embeds').count()).toBe(0);
  await record.getByText('Show this server on the front page').waitFor();
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('removing all data requires the name of the server; the bot leaves, and its old settings are deleted', async () => {
  visitor = await visit(browser, stack, { token });
  const { page, problems } = visitor;
  const harbour = stack.sim.discord.state.guilds.get('802000000000000000')?.name ?? '';
  await page.goto('/dashboard/server/802000000000000000/manage?tab=danger');
  await page.getByRole('button', { name: 'Remove all data' }).click();
  const dialog = page.getByRole('dialog');
  const remove = dialog.getByRole('button', { name: 'Remove all data' });
  expect(await remove.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill(harbour);
  await remove.click();
  await page.waitForURL('**/select');
  await page.getByRole('link', { name: `Invite the bot to ${harbour}` }).waitFor();
  expect(await page.getByText('Your settings are kept').count()).toBe(0);
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);
});
