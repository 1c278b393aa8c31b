import { nightCity } from '@tally/tests/api';
import { startStack, type Stack } from '@tally/tests/stack';
import { openBrowser, tokenCookie, visit, type Visitor } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const museum = '805000000000000000';

let stack: Stack;
let browser: Browser;
const visitors: Visitor[] = [];

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

async function arrive(...options: Parameters<typeof visit> extends [unknown, unknown, ...infer Rest] ? Rest : never) {
  const visitor = await visit(browser, stack, ...options);
  visitors.push(visitor);
  return visitor;
}

const loggedIn = async () => arrive({ token: await stack.logIn() });

const toast = (page: Page, title: string) => page.getByRole('alert').filter({ hasText: title });
const row = (page: Page, name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });
const openAccountMenu = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menu').waitFor();
};

interface SentMessage {
  content: string;
  embeds: { title?: string }[];
  pinged: { everyone: boolean; roles: string[]; users: string[] };
}
const messagesIn = (channelId: string) =>
  (stack.discord('messages', { channel_id: channelId }) as { messages: SentMessage[] }).messages;
const addChannel = (name: string) => (stack.discord('add-channel', { guild_id: nightCity, name }) as { id: string }).id;

/** Fills the form as a person would: the name, the channel found by typing, and a role. */
async function addStreamer(page: Page, { name, channel, role }: { name: string; channel: string; role?: string }) {
  await page.getByRole('button', { name: 'Add streamer' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add a Kick streamer' });
  await form.getByRole('textbox', { name: 'Streamer' }).fill(name);
  // The channel was made a moment ago, on Discord.
  await form.getByRole('button', { name: 'Check again' }).click();
  await form.getByRole('combobox', { name: /^Posts to/ }).click();
  await page.getByPlaceholder('Search channels').fill(channel);
  await page.getByRole('option', { name: new RegExp(channel) }).click();
  if (role) {
    await form.getByRole('combobox', { name: /^Ping role/ }).click();
    await page.getByPlaceholder('Search roles').fill(role);
    await page.getByRole('option', { name: new RegExp(role) }).click();
  }
  await form.getByRole('button', { name: 'Add streamer' }).click();
  await form.waitFor({ state: 'hidden' });
}

test('a newcomer logs in with one click, follows somebody, and sees the message arrive', async () => {
  const { page, problems } = await arrive();
  const room = addChannel('stream-room');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Authorise' }).click();
  await page.waitForURL('**/dashboard');
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('main').getByRole('link', { name: 'Add User/Server' }).click();
  await page.waitForURL('**/select');
  await page.getByRole('heading', { name: 'Add User/Server', level: 1 }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Night City/ })
    .click();
  await page.waitForURL(`**/dashboard/server/${nightCity}/manage`);
  await page.getByRole('heading', { name: 'Manage server' }).waitFor();
  await page.getByRole('main').getByText('Night City').waitFor();

  await page.getByRole('main').getByRole('link', { name: 'Social Notifications' }).click();
  await page.getByRole('heading', { name: 'Social notifications' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: /^Kick/ }).first().click();
  await page.getByRole('heading', { name: 'Kick notifications' }).waitFor();
  await addStreamer(page, { name: 'xqc', channel: 'stream-room', role: 'Live pings' });
  await toast(page, 'xqc was added').waitFor();
  await row(page, 'xqc').getByText('Nothing posted yet').waitFor();

  stack.kick('go-live', { who: 'xqc', title: 'Hello from the sea' });
  await row(page, 'xqc').getByText('LIVE', { exact: true }).waitFor();
  // Kick tells the category a moment later; then the message has been edited once already.
  await row(page, 'xqc')
    .getByText(/^Posted( and edited)?$/)
    .waitFor();
  const [message] = messagesIn(room);
  expect(message?.embeds[0]?.title).toBe('Hello from the sea');
  expect(message?.pinged.roles).toHaveLength(1);

  await page.getByRole('button', { name: 'Send a test for xqc, without pings' }).click();
  await row(page, 'xqc').getByText('Test: Posted').waitFor();
  await expect.poll(() => messagesIn(room).length).toBe(2);
  expect(messagesIn(room)[0]?.pinged).toEqual({ everyone: false, roles: [], users: [] });
  expect(problems).toEqual([]);
});

test('a channel that was deleted stands in the error logs, with a way to mend it', async () => {
  const { page, problems } = await loggedIn();
  const room = addChannel('short-lived');
  await page.goto(`/dashboard/server/${nightCity}/notifications/kick`);
  await addStreamer(page, { name: 'pixelpastor', channel: 'short-lived' });
  await row(page, 'pixelpastor').waitFor();
  stack.discord('remove-channel', { channel_id: room });
  stack.kick('go-live', { who: 'pixelpastor', title: 'Into the void' });
  await row(page, 'pixelpastor')
    .getByText(/channel/i)
    .first()
    .waitFor();

  await expect
    .poll(async () => {
      await page.goto(`/dashboard/server/${nightCity}/error-logs`);
      await page.getByRole('heading', { name: 'Error logs' }).waitFor();
      await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      return page.getByRole('list', { name: 'Error logs' }).getByRole('listitem').count();
    })
    .toBeGreaterThan(0);
  const entry = page.getByRole('list', { name: 'Error logs' }).getByRole('listitem').first();
  await entry.getByRole('link', { name: 'Choose a channel' }).waitFor();
  await page.getByRole('button', { name: /^Clear/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Clear/ })
    .click();
  await page.getByText('Nothing went wrong').waitFor();
  expect(problems).toEqual([]);
});

test('logging out ends the session: the token is worth nothing afterwards', async () => {
  const token = await stack.logIn();
  const { page, context } = await arrive({ token });
  await page.goto('/dashboard');
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).waitFor();
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
  const answer = await fetch(`${stack.server.url}/@me`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Authorise' }).waitFor();
});

test('the token is out of reach of scripts', async () => {
  const { page, context } = await loggedIn();
  await page.goto('/dashboard');
  expect(await page.evaluate('document.cookie')).not.toContain('token');
  const cookie = (await context.cookies()).find(({ name }) => name === 'token');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
});

test('a session that is over is said in the words of the specification, and the cookie goes', async () => {
  const { page, context } = await loggedIn();
  await context.addCookies([tokenCookie(stack, 'x'.repeat(43))]);
  await page.goto('/dashboard');
  const said = toast(page, 'Session expired');
  await said.getByText('Session expired', { exact: true }).waitFor();
  await said.getByText('Your session has expired, please log in again', { exact: true }).waitFor();
  await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'token')).toBe(false);
});

test('somebody who may not manage a server sees the access denied screen, and gets back', async () => {
  const { page } = await loggedIn();
  await page.goto('/dashboard');
  await page.goto(`/dashboard/server/${museum}/manage`);
  await page.getByRole('heading', { name: 'Access denied' }).waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain('Manage server');
  await page.getByText('You do not have permission to access this page.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Return to Dashboard' }).click();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});

test('a server without the bot is "Guild not found"', async () => {
  const { page } = await loggedIn();
  await page.goto('/dashboard/server/804000000000000000/manage');
  await page.getByRole('main').getByText('Guild not found').waitFor();
  expect(await page.getByRole('main').getByRole('link', { name: 'Choose a server' }).count()).toBe(1);
});

describe('language', () => {
  test('goes to Arabic, right to left, and back, and is remembered', async () => {
    const { page, problems } = await arrive();
    await page.goto('/');
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    await page.getByRole('combobox', { name: 'Language' }).selectOption({ value: 'ar-SA' });
    await page.locator('html[dir=rtl][lang^=ar]').waitFor();
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    expect(title).toMatch(/[\u0600-\u06ff]/);
    await page.getByRole('contentinfo').getByRole('combobox').selectOption({ value: 'en-US' });
    await page.locator('html[dir=ltr][lang^=en]').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('theme', () => {
  test('is remembered and there before the first paint', async () => {
    const { page, context, problems } = await arrive({ colorScheme: 'dark' });
    await page.goto('/');
    await page.getByRole('button', { name: 'Switch to the light theme' }).click();
    await page.getByRole('button', { name: 'Switch to the dark theme' }).waitFor();

    const again = await context.newPage();
    // What was in force when the body began: anything else would be seen as a flash.
    await again.addInitScript(`new MutationObserver((changes, observer) => {
      if (!document.body) return;
      observer.disconnect();
      window.themeAtFirst = document.documentElement.dataset.theme;
    }).observe(document, { childList: true, subtree: true })`);
    await again.goto('/');
    expect(await again.evaluate('window.themeAtFirst')).toBe('light');
    expect(await again.evaluate('document.documentElement.dataset.theme')).toBe('light');
    expect(problems).toEqual([]);
  });
});
