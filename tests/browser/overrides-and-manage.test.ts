import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const at = `/dashboard/server/${nightCity}`;
const patient = { timeout: 60_000, interval: 100 };

let stack: Stack;
let browser: Browser;
let token: string;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  const room = (stack.discord('add-channel', { guild_id: nightCity, name: 'events' }) as { id: string }).id;
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(async () => follow(room), patient);
  stack.kick('go-live', { who: 'xqc', title: 'Big GIVEAWAY tonight' });
  await vi.waitFor(seeLive, patient);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

const call = (path: string, method = 'GET', body?: object) =>
  fetch(`${stack.server.url}/data/guild/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function follow(room: string): Promise<void> {
  const { status } = await call(`${nightCity}/kick/xqc`, 'POST', { notificationChannelId: room });
  if (status !== 200) throw new Error(`xqc was not added: ${status}`);
}

async function seeLive(): Promise<void> {
  const listed = await (await call(`${nightCity}/kick`)).text();
  if (!listed.includes('"isCurrentlyLive":{')) throw new Error('xqc is not live yet');
}

interface Settings {
  notificationOverrides: { priorityOnConflict: number; query: string[] }[];
  quietHours: { from: string; until: string; mode: string } | null;
  locale: string;
  messages: { type: string; content: string | null }[];
  randomMessages: { type: string; messages: string[] }[];
}
const settings = async () => ((await (await call(nightCity)).json()) as { data: Settings }).data;
const wordsInOrder = async () =>
  (await settings()).notificationOverrides
    .toSorted((one, other) => other.priorityOnConflict - one.priorityOnConflict)
    .map((rule) => rule.query.join());

async function open(path: string): Promise<Visitor> {
  const visitor = await visit(browser, stack, { token });
  visitors.push(visitor);
  await visitor.page.goto(at + path);
  return visitor;
}

const rules = (page: Page) => page.getByRole('list', { name: /^Rules/ }).getByRole('listitem');

test('a rule is written, tried on past streams, saved, moved by key, deleted and restored', async () => {
  const { page, problems } = await open('/overrides');
  await page.getByText('No rules yet').waitFor();
  // A page without a sidebar entry highlights the entry that it belongs to.
  const lit = page.getByRole('navigation').locator('[aria-current=page]');
  expect(await lit.allInnerTexts()).toEqual(['Social Notifications']);
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a rule' });
  await sheet.getByRole('textbox', { name: 'Words' }).fill('/(?=x)/');
  await sheet.getByRole('button', { name: 'Add the rule' }).click();
  await sheet.getByText(/Line 1: .*is not supported/).waitFor();

  await sheet.getByRole('textbox', { name: 'Words' }).fill('giveaway');
  await sheet.getByRole('checkbox', { name: 'Kick' }).click();
  await sheet.getByRole('checkbox', { name: 'title' }).click();
  await sheet.getByRole('combobox', { name: /^Post in another channel/ }).click();
  await page.getByPlaceholder('Search channels').fill('events');
  await page.getByRole('option', { name: /events/ }).click();
  await sheet.getByText(/^On Kick, when the title has .*giveaway.*: post in .*#events/).waitFor();
  await sheet.getByRole('button', { name: 'Try the rules' }).click();
  await sheet.getByText(/This rule: post in/).waitFor();
  expect(await sheet.locator('mark').allTextContents()).toEqual(['GIVEAWAY']);
  expect((await settings()).notificationOverrides).toEqual([]);
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Add the rule' }).click();
  await sheet.waitFor({ state: 'hidden' });

  await call(`${nightCity}/overrides`, 'PATCH', {
    priorityOnConflict: 99,
    applyTo: [],
    query: ['rerun'],
    queryIn: [],
    actions: ['cancel'],
  });
  await page.reload();
  await expect.poll(() => rules(page).count(), patient).toBe(2);
  await rules(page).first().getByText('post nothing').waitFor();
  await page.getByRole('button', { name: 'Move rule 2 up' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(wordsInOrder, patient).toEqual(['giveaway', 'rerun']);
  await rules(page).first().getByText('giveaway').waitFor();
  // The focus followed the rule, which is now the first one and can only move down.
  await expect.poll(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Move rule 1 down');

  await page.getByRole('button', { name: 'Delete rule 1' }).click();
  await page.getByText('The rule was deleted.').waitFor();
  await expect.poll(wordsInOrder, patient).toEqual(['rerun']);
  // The focus moves to the undo button, because the deleted rule had it.
  await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Undo');
  await page.keyboard.press('Enter');
  await expect.poll(wordsInOrder, patient).toEqual(['giveaway', 'rerun']);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(problems.filter((problem) => !/status of 400/.test(problem))).toEqual([]);
});

test('a rule that is not saved yet is there again after its sheet was closed', async () => {
  const { page } = await open('/overrides');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByRole('textbox', { name: 'Words' }).fill('half a thought');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await page.getByText('Your unsaved changes are back.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Words' }).inputValue()).toBe('half a thought');
});

test('an unsaved linked-role rule survives, and a removed one is restored', async () => {
  const role = (name: string) =>
    (stack.discord('add-role', { guild_id: nightCity, name, position: 1 }) as { id: string }).id;
  const [roleId, given, taken] = ['Subscriber', 'Insider', 'Guest'].map(role) as [string, string, string];
  const rule = { onAddRolesToAdd: [given], onAddRolesToRemove: [taken] };
  const body = { roleId, ...rule, onRemoveRolesToAdd: [], onRemoveRolesToRemove: [] };
  const saved = await call(`${nightCity}/linkedRoles`, 'PATCH', body);
  expect(saved.status).toBe(200);
  const { page, problems } = await open('/manage?tab=roles');
  const card = page.locator('#linked-roles');
  const edit = card.getByRole('button', { name: 'Edit the rule for Subscriber' });
  await edit.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Remove Insider' }).click();
  await page.keyboard.press('Escape');
  await edit.click();
  await sheet.getByText('Your unsaved changes are back.').waitFor();
  expect(await sheet.getByText('Insider').count()).toBe(0);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  await sheet.getByText('Insider').waitFor();
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Remove the rule for Subscriber' }).click();
  await card.getByText('No rules yet').waitFor();
  await card.getByRole('button', { name: 'Undo' }).click();
  await edit.waitFor();
  expect(await settings()).toMatchObject({ linkedRoles: [{ roleId, ...rule }] });
  expect(problems).toEqual([]);
});

test('quiet hours begin in the zone of the browser, and read as its clock does', async () => {
  const { page, problems, leave } = await visit(browser, stack, {
    token,
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  await page.goto(`${at}/manage?tab=notifications`);
  await page.getByRole('switch', { name: 'Use quiet hours' }).click();
  await page.getByText(/From .*23:00.* until .*08:00.* of the next day .*Berlin/).waitFor();
  expect(problems).toEqual([]);
  await leave();
});

test("an override can ping no one, even if the streamer's own setting pings a role", async () => {
  const { page } = await open('/overrides');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add a rule' });
  await sheet.getByRole('textbox', { name: 'Words' }).fill('quiz');
  const ping = sheet.getByRole('combobox', { name: /^Ping role/ });
  await expect.poll(() => ping.innerText(), patient).toContain('As set for the streamer');
  await ping.click();
  await page.getByRole('option', { name: 'No role' }).click();
  await sheet.getByText(/ping no one/).waitFor();
  await sheet.getByRole('button', { name: 'Add the rule' }).click();
  await sheet.waitFor({ state: 'hidden' });
  const saved = (await settings()).notificationOverrides.find(({ query }) => query.includes('quiz'));
  expect(saved).toMatchObject({ actions: ['dontPing'], overridePingRoleId: null });
  await call(`${nightCity}/overrides?priorityOnConflict=${saved?.priorityOnConflict}`, 'DELETE');
});

test("general settings are one draft; another manager's save is reported, and ours is kept", async () => {
  const { page, problems } = await open('/manage?tab=notifications');
  await page.getByRole('switch', { name: 'Use quiet hours' }).click();
  await page.getByText(/From .*11:00\sPM.* until .*8:00\sAM.* of the next day/).waitFor();
  await page.getByRole('combobox', { name: /^During quiet hours/ }).click();
  await page.getByRole('option', { name: 'Skip notifications' }).click();
  await page.getByLabel('Until').fill('23:00');
  expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
  await page.getByLabel('Until').fill('07:30');

  await call(nightCity, 'PATCH', { locale: 'ar-SA' });
  await page.getByRole('button', { name: /^Save/ }).click();
  const told = page.getByRole('region', { name: 'Saved by another person' });
  const language = told.getByRole('listitem').filter({ hasText: 'Language' });
  await language.getByText('العربية').waitFor();
  expect((await settings()).quietHours).toBeNull();
  expect(await violations(page)).toEqual([]);

  await told.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(async () => (await settings()).quietHours)
    .toMatchObject({ from: '23:00', until: '07:30', mode: 'skip' });
  expect((await settings()).locale).toBe('ar-SA');
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: /^Record of changes/ }).click();
  await page.getByRole('list', { name: 'Record of changes' }).getByText('Quiet hours', { exact: true }).waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  expect(problems.filter((problem) => !/status of 409/.test(problem))).toEqual([]);
});

test('a page of an older version asks for a reload, and the reload restores unsaved changes', async () => {
  const { page } = await open('/manage?tab=notifications');
  await page.getByRole('switch', { name: 'Use quiet hours' }).click();
  const unsaved = page.getByRole('region', { name: 'Unsaved changes' });
  await unsaved.waitFor();
  // Simulates an update: scripts that have not loaded yet no longer exist.
  const scripts = '**/_next/static/chunks/**';
  await page.route(scripts, (route) => route.fulfill({ status: 404 }));
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Notifications/ })
    .click();
  const told = page.getByRole('alert').filter({ hasText: 'Please reload this page' });
  await told.waitFor();
  await page.unroute(scripts);
  const again = page.waitForEvent('domcontentloaded');
  await told.getByRole('button', { name: 'Reload' }).click();
  await again;
  await unsaved.waitFor();
  expect(await told.count()).toBe(0);
  expect(await unsaved.innerText()).toContain('Quiet hours');
});

test('a server writes its own texts and variants, and returns to the default', async () => {
  const { page, problems } = await open('/messages');
  await page.getByRole('list', { name: 'Messages of Kick', exact: true }).getByRole('link', { name: /^Live/ }).click();
  await page.waitForURL('**/messages/kickLive');
  await page.getByRole('button', { name: 'Write your own' }).click();
  await page.locator('[data-path="content"]').fill('Up and away');
  await page.getByRole('button', { name: 'Add a variant' }).click();
  await page.getByText('Enter a text, or remove this variant.').waitFor();
  await page.getByRole('textbox', { name: 'Variant 1' }).fill('Come and see');
  await page.getByRole('complementary', { name: 'Preview' }).getByText('Come and see').waitFor();
  expect(await violations(page)).toEqual([]);
  /** Holds back the replies to two saves: the one of the variants, which follows the text, and the next one. */
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holds = [null, first.promise, second.promise];
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return await route.continue();
    const response = await route.fetch();
    if (response.ok()) await holds.shift();
    await route.fulfill({ response });
  });
  await page.keyboard.press('Control+s');
  await expect
    .poll(async () => {
      const { messages, randomMessages } = await settings();
      return [messages[0]?.content, randomMessages[0]?.messages];
    })
    .toEqual(['Up and away', ['Come and see']]);

  // A second save before the reply arrives is saved as well.
  await page.getByRole('button', { name: 'Back to the standard message' }).click();
  await page.keyboard.press('Control+s');
  first.resolve();
  await expect.poll(async () => (await settings()).messages).toEqual([]);
  // Leaving before the reply arrives waits for it and does not ask about unsaved changes.
  await page.getByRole('link', { name: 'All messages' }).click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  second.resolve();
  await page
    .getByRole('link', { name: /^Live.*1 variant/ })
    .first()
    .waitFor();
  // The second save was based on the version before the first one.
  expect(problems.filter((problem) => !/status of 409/.test(problem))).toEqual([]);
});

test('a chip is inserted at the caret and keeps the typed text; undo removes words, never the editor', async () => {
  const { page, problems } = await open('/messages/youtubeLive');
  await page.getByRole('button', { name: 'Write your own' }).click();
  const text = page.locator('[data-path="content"]');
  await text.selectText();
  await page.keyboard.press('Delete');
  await text.pressSequentially('Please be kind to each other on ');
  await page.getByRole('button', { name: 'Insert server', exact: true }).click();
  expect(await text.inputValue()).toBe('Please be kind to each other on {server}');
  await page.keyboard.type(' today');
  expect(await text.inputValue()).toBe('Please be kind to each other on {server} today');

  await page.keyboard.press('Control+z');
  expect(await text.inputValue()).toBe('Please be kind to each other on {server}');
  const undo = page.getByRole('button', { name: 'Undo' });
  // The chip, the space before it, and a word.
  for (let count = 0; count < 3; count += 1) await undo.click();
  expect(await text.inputValue()).toBe('Please be kind to each other');
  await page.getByRole('button', { name: 'Redo' }).click();
  expect(await text.inputValue()).toBe('Please be kind to each other on');
  await text.focus();
  for (let count = 0; count < 20; count += 1) await page.keyboard.press('Control+z');
  expect(await text.isVisible()).toBe(true);
  expect(await page.evaluate('document.activeElement.dataset.path')).toBe('content');
  expect(problems).toEqual([]);
});

test('a button of a message moves down, and keeps the focus', async () => {
  const { page } = await open('/messages/twitchLive');
  await page.getByRole('button', { name: 'Write your own' }).click();
  const remove = page.getByRole('button', { name: /^Remove Button/ });
  while ((await remove.count()) > 0) await remove.first().click();
  await page.getByRole('button', { name: 'Add a button' }).click();
  await page.getByRole('button', { name: 'Add a button' }).click();
  const titleAt = (place: number) => page.locator(`[data-path="buttons.${place}.title"]`).first();
  await titleAt(0).fill('first');
  await titleAt(1).fill('second');
  const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
  await page.getByRole('button', { name: 'Move Button 1 down' }).press('Enter');
  // The moved button is now the last one, so the focus is on its "up" control.
  await expect.poll(focused).toBe('Move Button 2 up');
  expect(await titleAt(1).inputValue()).toBe('first');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe('Move Button 1 down');
  expect(await titleAt(0).inputValue()).toBe('first');
});

test('a server without the bot leads straight to its invitation; an unknown one is "Guild not found"', async () => {
  const { page, problems } = await open('');
  await page.addInitScript(`new MutationObserver(() => {
    if (document.body?.innerText.includes('Guild not found')) window.wasMissing = true;
  }).observe(document, { childList: true, subtree: true, characterData: true })`);
  await page.goto('/dashboard/server/804000000000000000/manage');
  const invitation = page.getByRole('main').getByRole('link', { name: 'Invite the bot to Moss & Pixels' });
  expect(await invitation.getAttribute('href')).toBe('/invite?guildId=804000000000000000');
  expect(await page.evaluate('window.wasMissing')).toBeUndefined();
  expect(problems.filter((problem) => !/status of 404/.test(problem))).toEqual([]);

  await page.goto('/dashboard/server/899000000000000000/manage');
  await page.getByRole('main').getByText('Guild not found').waitFor();
  await page.getByRole('alert').filter({ hasText: 'Guild not found' }).waitFor();
  const choose = page.getByRole('main').getByRole('link', { name: 'Choose a server' });
  expect(await choose.getAttribute('href')).toBe('/select');
});

test('an API outage is reported at once, in place and above the page, and ends when it is back', async () => {
  // A visitor who has not opened a server yet still sees much cached data of their servers.
  const visitor = await visit(browser, stack, { token });
  visitors.push(visitor);
  const { page } = visitor;
  await page.goto('/dashboard');
  const card = page.getByRole('main').getByRole('link', { name: /^Night City/ });
  await card.waitFor();
  await page.route('**/api/tally/**', (route) => route.fulfill({ status: 503, body: '' }));
  await card.click();
  const banner = page.getByRole('alert').filter({ hasText: 'If you need assistance' }).first();
  await banner.getByText('API is currently down', { exact: true }).waitFor();
  await banner.getByText('If you need assistance, please join our support server.', { exact: true }).waitFor();
  const said = page.getByRole('main').getByRole('alert').first();
  await said.getByText('API is currently down', { exact: true }).waitFor();

  await page.unroute('**/api/tally/**');
  // The page retries for a while, and shows a button after that.
  await said
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 1000 })
    .catch(() => undefined);
  await page.getByRole('heading', { name: /Night City/, level: 1 }).waitFor();
  await expect.poll(() => banner.count()).toBe(0);
});
