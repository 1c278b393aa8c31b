import type { EmoteSets } from '@tally/contract';
import { violations } from '@tally/tests/accessibility';
import { demoUser, nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Emotes that are chosen on the page become emojis of the simulated Night City. */
let stack: Stack;
let browser: Browser;
let token: string;
const visitors: Visitor[] = [];

const address = `/dashboard/server/${nightCity}/emotes`;
const patient = { timeout: 60_000 };
const server = () => {
  const guild = stack.sim.discord.state.guilds.get(nightCity);
  if (!guild) throw new Error('Night City is gone');
  return guild;
};
/** Creates an emoji in Discord, as another person could. */
const addEmoji = (name: string) => {
  const id = String(1_000_000 + server().emojis.size);
  server().emojis.set(id, {
    id,
    name,
    animated: false,
    roles: [],
    managed: false,
    available: true,
    require_colons: true,
    userId: demoUser,
  });
};
const names = () => [...server().emojis.values()].map(({ name }) => name);
const callApi = async (path: string, method = 'GET', body?: object) =>
  await fetch(`${stack.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function open(path = address, options: object = {}): Promise<Visitor> {
  const visitor = await visit(browser, stack, { token, ...options });
  visitors.push(visitor);
  await visitor.page.goto(path);
  return visitor;
}

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  await vi.waitFor(async () => {
    const { status } = await callApi(`/data/guild/${nightCity}`);
    if (status !== 200) throw new Error(`the server answers ${status}`);
  }, patient);
  await callApi(`/data/guild/${nightCity}/kick/xqc`, 'POST', {});
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

test('emotes of a followed streamer are chosen, added, listed with the reason for a failure, and undone', async () => {
  server().emojis.clear();
  const { page, problems } = await open();
  await page.getByText('Nothing has been imported yet').waitFor();
  await page.getByRole('combobox', { name: 'Channel name or link' }).fill('xqc');
  await page.getByRole('option', { name: /^xqc.*Kick/i }).click();
  await page.locator('button[title=Juicer]').focus();
  await page.keyboard.press('Space');
  await page.locator('button[title=OkayMan]').click();
  await page.getByText('2 of Kick: still or animated shows when they are added').waitFor();
  addEmoji('OkayMan');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const row = page.getByRole('listitem', { name: 'xqc (Kick)' });
  await row.getByText('Finished').waitFor();
  await row.getByText('1 added · 1 not added · 0 to come').waitFor();
  expect(names().sort()).toEqual(['Juicer', 'OkayMan']);
  await row.getByRole('button', { name: 'Emotes' }).click();
  const failed = row.getByRole('region', { name: 'Not added' });
  expect(await failed.textContent()).toContain('The server already has an emoji with this name.');
  expect(await violations(page)).toEqual([]);

  // The import is still listed for a later visitor.
  await page.reload();
  await row.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Undo the import from xqc (Kick)?' });
  await question.getByText('Deletes the emoji it added.').waitFor();
  expect(await violations(page)).toEqual([]);
  await question.getByRole('button', { name: 'Delete 1' }).click();
  await row.getByText('Undone').waitFor();
  expect(names()).toEqual(['OkayMan']);
  expect(problems).toEqual([]);
});

test('places count down, each kind for itself; more than fit cannot be started', async () => {
  server().emojis.clear();
  server().premium_tier = 0;
  for (let at = 0; at < 49; at += 1) addEmoji(`full_${at}`);
  stack.sim.worlds.get('twitch')?.controls['emotes']?.({ who: 'xqc', name: 'xqcStill', count: 1, picture: 'png' });
  const { page, problems } = await open(address);
  await page.getByLabel('Channel name or link').fill('https://twitch.tv/xqc');
  await page.keyboard.press('Enter');
  await page.locator('button[title=xqcL]').click();
  await page.getByText('0 places left for still ones', { exact: true }).waitFor();
  await page.getByText('50 places left for animated ones', { exact: true }).waitFor();
  await page.locator('button[title=xqcLook]').click();
  await page.getByText('49 places left for animated ones', { exact: true }).waitFor();
  const start = page.getByRole('button', { name: 'Import', exact: true });
  expect(await start.isEnabled()).toBe(true);
  await page.locator('button[title=xqcStill]').click();
  await page.getByText('1 still one too many').waitFor();
  expect(await start.isDisabled()).toBe(true);
  server().emojis.clear();
  expect(problems).toEqual([]);
});

test('a wait that Discord demands shows its end, after a reload as well, and can be canceled', async () => {
  server().emojis.clear();
  server().premium_tier = 3;
  Object.assign(stack.sim.discord.limits.settings, { enabled: true, global: 100_000 });
  const { data } = (await (await callApi('/data/emotes/kick/xqc')).json()) as { data: EmoteSets };
  const url = data.sets.flatMap(({ emotes }) => emotes).find(({ name }) => name === 'Juicer')?.url;
  const emojis = Array.from({ length: 52 }, (_, at) => ({ name: `many_${at}`, url }));
  const answer = await callApi(`/data/guild/${nightCity}/kick/xqc/emojis`, 'POST', {
    emojis: { normal: emojis, animated: [] },
    lockToSubIfSet: false,
  });
  expect(answer.status).toBe(200);
  const { page, problems } = await open();
  const row = page.getByRole('listitem', { name: 'xqc (Kick)' }).first();
  await row.getByText(/It continues at \d/).waitFor();
  await page.reload();
  await row.getByText(/It continues at \d/).waitFor();
  await row.getByRole('progressbar').waitFor();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  await row.getByRole('button', { name: 'Cancel import' }).click();
  await row.getByText('Canceled').waitFor();
  expect(names().length).toBeGreaterThan(0);
  expect(problems).toEqual([]);
});

test.each([
  ['dark', 360],
  ['light', 1280],
] as const)('%s at %i pixels everything is in reach', async (colorScheme, width) => {
  const { page, problems } = await open(`${address}?channel=kick/xqc`, {
    colorScheme,
    viewport: { width, height: 800 },
  });
  await page.locator('button[title=Juicer]').click();
  await page.getByText('1 emote selected').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page, 'standards')).toEqual([]);
  expect(problems).toEqual([]);
});
