import { readFileSync } from 'node:fs';
import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import type { Visitor } from '@tally/tests/visitor';
import { afterEach, beforeEach, expect, it } from 'vitest';

const house = useHouse();
let visitor: Visitor;
beforeEach(async () => {
  visitor = await house.open(null);
});
afterEach(() => {
  if (visitor.problems.length > 0) throw new Error(visitor.problems.join('\n'));
});

const tile = (name: string) => visitor.page.locator(`button[title=${name}]`);

it('a person without an account types a name, chooses by hand and by range, and saves a zip', async () => {
  const { page } = visitor;
  await page.goto('/kick-emote-downloader');
  await page.getByLabel('Channel name or link').fill('https://kick.com/xqc');
  await page.keyboard.press('Enter');
  await tile('Juicer').click();
  expect(new URL(page.url()).search).toBe('?channel=xqc');
  await page.getByText('1 emote selected').waitFor();
  await page.locator('button[title=OkayMan]').click();
  await page.locator('button[title=Classic]').click({ modifiers: ['Shift'] });
  await page.getByText('4 emotes selected').waitFor();
  // The picture loads, even as the preview of a file that is too large for an emoji.
  const drawn = () =>
    page.locator('button[title=TwoHours] img').evaluate((image) => Number(Reflect.get(image, 'naturalWidth')));
  await expect.poll(drawn).toBe(64);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download zip' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('xqc-emotes.zip');
  const zip = readFileSync(await download.path()).toString('latin1');
  for (const file of ['Juicer.png', 'OkayMan.gif', 'TwoHours.gif', 'Classic.webp']) expect(zip).toContain(file);
  await page.getByText('Downloaded.').waitFor();
  // Kick's two global lists have different names.
  await page.getByRole('heading', { name: 'Global 3' }).waitFor();
  await page.getByRole('heading', { name: 'Emojis 3' }).waitFor();
});

it('everything is downloaded without choosing anything', async () => {
  const { page } = visitor;
  await page.goto('/kick-emote-downloader?channel=xqc');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download all \(\d+\)$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('xqc-emotes.zip');
  const zip = readFileSync(await download.path()).toString('latin1');
  for (const file of ['Juicer.png', 'TwoHours.gif', 'catLamp', 'emojiHi']) expect(zip).toContain(file);
});

it('an address with a name shows its emotes, tab by tab, with a keyboard alone', async () => {
  const { page } = visitor;
  await page.goto('/twitch-emote-downloader?channel=xqc');
  const tab = page.getByRole('tab', { name: 'Twitch' });
  await tab.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.locator('button[title=catLamp]').focus();
  await page.keyboard.press('Space');
  await page.getByText('1 emote selected').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Search these emotes').fill('peepo');
  await expect.poll(() => page.locator('button[title]').count()).toBe(1);
});

it('a source that is down is marked in its tab, and hides no other', async () => {
  const { page } = visitor;
  house.stack.sim.worlds.get('emotes')?.controls['away']?.({ source: 'bttv', isAway: true });
  await page.goto('/twitch-emote-downloader?channel=shroud');
  await page.getByRole('tab', { name: 'BetterTTV' }).click();
  expect(await page.getByRole('tabpanel', { name: 'BetterTTV' }).textContent()).toContain(
    'BetterTTV is not responding right now',
  );
  await page.getByRole('tab', { name: 'Twitch' }).click();
  await tile('shroudWave').waitFor();
  house.stack.sim.worlds.get('emotes')?.controls['away']?.({ source: 'bttv', isAway: false });
});

it('a size that a source lacks is greyed out with the reason; among other sources it is a hint', async () => {
  const { page } = visitor;
  await page.goto('/kick-emote-downloader?channel=xqc');
  await tile('Juicer').click();
  await page.getByRole('combobox', { name: 'Size' }).click();
  const small = page.getByRole('option', { name: 'Small' });
  await small.waitFor();
  expect([await small.getAttribute('aria-disabled'), await small.textContent()]).toEqual([
    'true',
    'SmallNot available from Kick',
  ]);
  expect(await page.getByRole('option', { name: 'Large' }).getAttribute('aria-disabled')).toBeNull();
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: '7TV' }).click();
  await tile('catLamp').click();
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: 'Small' }).click();
  await page.getByText('Emotes from Kick come in only one size.').waitFor();
  // Without catLamp, no selected emote has the small size.
  await tile('catLamp').click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Size' }).textContent()).toContain('Large');
});

it('of a thousand emotes only those in sight are there, and Shift still reaches from the first to the last', async () => {
  const { page } = visitor;
  house.stack.kick('add-creator', { username: 'thousandfold' });
  for (let at = 0; at < 1_000; at += 1)
    house.stack.kick('emotes', { who: 'thousandfold', name: `t${at}`, picture: 'png' });
  await page.goto('/kick-emote-downloader?channel=thousandfold');
  const listed = page.locator('li[aria-setsize="1000"]');
  await tile('t0').click();
  expect(await listed.count()).toBeLessThan(400);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 20_000);
      return await tile('t999').count();
    })
    .toBe(1);
  expect(await tile('t0').count()).toBe(0);
  expect(await listed.last().getAttribute('aria-posinset')).toBe('1000');
  await tile('t999').click({ modifiers: ['Shift'] });
  await page.getByText('1000 emotes selected').or(page.getByText('1,000 emotes selected')).waitFor();
  await page.getByText('2 zips, each with at most 500 emotes').waitFor();
  const asked: number[] = [];
  await page.route('**/data/emotes', async (route) => {
    asked.push((route.request().postDataJSON() as { emotes: object[] }).emotes.length);
    await route.fulfill({ contentType: 'application/zip', body: 'PK' });
  });
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.getByRole('button', { name: 'Download zip' }).click();
  await page.getByText('Downloaded.').waitFor();
  await expect.poll(() => saved).toEqual(['thousandfold-emotes-1.zip', 'thousandfold-emotes-2.zip']);
  expect(asked).toEqual([500, 500]);
});

it('a canceled download ends silently, and the selection stays', async () => {
  const { page } = visitor;
  await page.route('**/data/emotes', () => undefined);
  await page.goto('/kick-emote-downloader?channel=xqc');
  await tile('Juicer').click();
  const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/data/emotes'));
  const ended = page.waitForEvent('requestfailed');
  await page.getByRole('button', { name: 'Download zip' }).click();
  await asked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  await ended;
  await page.getByText('1 emote selected').waitFor();
  expect(await page.getByText('The zip could not be made').count()).toBe(0);
});

it.each([
  ['dark', 360],
  ['light', 360],
  ['light', 1280],
] as const)('%s at %i pixels nothing is cut off and nothing is in the way', async (colorScheme, width) => {
  visitor = await house.open(null, { colorScheme, viewport: { width, height: 800 } });
  const { page } = visitor;
  await page.goto('/kick-emote-downloader?channel=xqc');
  await tile('Juicer').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  expect(await violations(page, 'standards')).toEqual([]);
});
