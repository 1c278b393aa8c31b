import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, unsavedChanges, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

/** Compares the message editor's preview with the message in the simulated Discord. */
let stack: Stack;
let browser: Browser;
let token: string;
let room: string;
const visitors: Visitor[] = [];
const patient = { timeout: 60_000 };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack({ serverEnv: { PLANS: 'unlimited' } }), openBrowser()]);
  token = await stack.logIn();
  room = (stack.discord('add-channel', { guild_id: nightCity, name: 'lounge' }) as { id: string }).id;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ notificationChannelId: room });
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitFor(
    async () => {
      const url = `${stack.server.url}/data/guild/${nightCity}/kick/xqc`;
      const { status } = await fetch(url, { method: 'POST', headers, body });
      if (status !== 200) throw new Error(`adding answers ${status}`);
    },
    { timeout: 30_000, interval: 200 },
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
});

const standing = () => [...(stack.sim.discord.state.channels.get(room)?.messages.values() ?? [])];

async function open(path: string): Promise<Visitor> {
  const visitor = await visit(browser, stack, { token });
  visitors.push(visitor);
  await visitor.page.goto(`/dashboard/server/${nightCity}${path}`);
  return visitor;
}
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

test('the preview is the post: with the stream that is live, our footer, and the draft that a test then posts', async () => {
  const visitor = await open('/notifications/kick/xqc');
  const { page } = visitor;
  await preview(page).getByText('Nothing has been posted yet').waitFor();
  stack.kick('go-live', { who: 'xqc', title: 'Reacting all night' });
  await expect.poll(() => standing().length, patient).toBe(1);
  await preview(page).getByText('Shows the stream that is live now.').waitFor();
  await preview(page).getByText('Tally', { exact: true }).last().waitFor();
  const title = preview(page).getByRole('link', { name: 'Reacting all night' });
  expect(await title.getAttribute('href')).toContain('kick.com/xqc');

  await page.getByRole('button', { name: 'Write your own' }).click();
  await page.locator('[data-path="content"]').fill('Draft of {streamer}');
  await preview(page).getByText('Draft of xQc').or(preview(page).getByText('Draft of xqc')).waitFor();
  await page.getByRole('button', { name: 'Send test, no pings' }).click();
  await page.getByText('with your unsaved changes').waitFor();
  expect(standing().some(({ content }) => /^Draft of xqc$/i.test(content))).toBe(true);
  await unsavedChanges(page).getByRole('button', { name: 'Discard' }).click();
  // No changes are left, as after a save.
  await page.getByText('with your unsaved changes').waitFor({ state: 'hidden' });
  expect(visitor.problems).toEqual([]);
});

test('one press fixes a problem; until then the bar shows why nothing is saved, and links to the field', async () => {
  const visitor = await open('/messages/kickLive');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Write your own' }).click();
  const content = page.locator('[data-path="content"]');
  await content.fill('{viewrs} are here');
  await unsavedChanges(page).getByText('Fix the problems on this page').waitFor();
  await page.getByRole('heading', { name: 'Message' }).first().click();
  await unsavedChanges(page).getByRole('button', { name: 'Show problem' }).click();
  await page.locator('[data-path="content"]:focus').waitFor();
  await page.getByRole('button', { name: 'Write “viewers”' }).click();
  await expect.poll(() => content.inputValue()).toBe('{viewers} are here');
  await unsavedChanges(page).getByText('Fix the problems on this page').waitFor({ state: 'hidden' });
  expect(visitor.problems).toEqual([]);
});

test('a new button is written in at once, its emoji picked by name; a colour has a swatch', async () => {
  const visitor = await open('/messages/kickLive');
  const { page } = visitor;
  await page.getByRole('button', { name: 'Write your own' }).click();
  await page.getByRole('button', { name: 'Add a button' }).click();
  await page.keyboard.type('Come in');
  await page.locator('[data-path="buttons.1"]').getByRole('button', { name: 'Choose an emoji' }).click();
  await page.getByRole('textbox', { name: 'Search emojis' }).fill('party');
  await page.getByRole('button', { name: 'party celebrate tada' }).click();
  const button = preview(page).locator('.discord-button', { hasText: 'Come in' });
  await expect.poll(() => button.textContent(), patient).toContain('🎉');
  await page.getByLabel('Pick a color').fill('#12ab34');
  await expect.poll(() => page.locator('[data-path="embed.color"]').inputValue()).toBe('#12ab34');
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await sticksOut(page)).toEqual([]);
  await unsavedChanges(page).getByRole('button', { name: 'Discard' }).click();
  expect(visitor.problems).toEqual([]);
});

test('the list of messages shows how each begins; a welcome message is shown with its picture', async () => {
  const { page } = await open('/messages');
  await page.getByText('{streamer} is live on {platform}').first().waitFor();
  await page.goto(`/dashboard/server/${nightCity}/welcome-leave`);
  await page
    .getByRole('switch', { name: /^Picture/ })
    .first()
    .click();
  await page.keyboard.press('Control+s');
  await unsavedChanges(page).waitFor({ state: 'hidden' });
  await page.goto(`/dashboard/server/${nightCity}/messages/welcome`);
  await expect.poll(() => preview(page).locator('img.discord-embed-image').count(), patient).toBe(1);
});

test('on a phone every row has its test, and closed sections show a summary', async () => {
  const visitor = await visit(browser, stack, { token, viewport: { width: 360, height: 800 } });
  visitors.push(visitor);
  const { page } = visitor;
  await page.goto(`/dashboard/server/${nightCity}/notifications/kick`);
  await page.getByRole('button', { name: /^Send a test for/ }).waitFor();
  await page.goto(`/dashboard/server/${nightCity}/notifications/kick/xqc`);
  await page.getByText('Edit it into an end card · after 5 minutes').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(visitor.problems).toEqual([]);
});
