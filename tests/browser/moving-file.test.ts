import { readFile } from 'node:fs/promises';
import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, it } from 'vitest';

/** A manager downloads a server's settings and restores them, unchanged and edited by hand. */
/** A separate house, because other files add the same creators to this server. */
const house = useHouse({});
const path = `/dashboard/server/${nightCity}/moving`;

const english = ['A Tally file', 'Download settings'] as const;
const arabic = ['ملف Tally', 'نزّل الإعدادات'] as const;

const choose = async ({ page }: Visitor, text: string) =>
  await page
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'tally-night-city.json', mimeType: 'application/json', buffer: Buffer.from(text) });

async function download({ page }: Visitor, [door, name]: readonly [string, string]): Promise<string> {
  await page.getByRole('tab', { name: door }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
  expect(file.suggestedFilename()).toMatch(/^tally-night-city-\d{4}-\d\d-\d\d\.json$/);
  return await readFile(await file.path(), 'utf8');
}

const edited = (file: string) => {
  const json = JSON.parse(file);
  const streamer = { platform: 'kick', streamerUserName: 'xqc', streamerId: '676', pingRoleId: 'r7' };
  return JSON.stringify({
    ...json,
    channels: [...json.channels, { ref: 'c9', name: 'not-here', type: 'text', category: 'News' }],
    roles: [...json.roles, { ref: 'r7', name: 'Not here', type: null }],
    settings: { ...json.settings, welcomeChannelId: 'c9' },
    streamers: [...json.streamers, streamer],
    starboards: [{ channelId: 'c9' }],
  });
};

it('a file shows its differences, is saved by keyboard, and its streamers are removed again', async () => {
  const visitor = await house.open(path, { token: house.ownerToken });
  const { page, problems } = visitor;
  const file = await download(visitor, english);
  await choose(visitor, '{"format":"other"}');
  await page.getByRole('alert').getByText('This is not a Tally settings file.').waitFor();
  await expect.poll(() => problems.splice(0), { timeout: 30_000 }).toHaveLength(1);

  await choose(visitor, edited(file));
  await page.getByText('This file was edited after Tally made it.').waitFor();
  const missing = page.getByRole('region', { name: 'Missing here' });
  await missing.getByText('xqc').waitFor();
  await page.getByRole('region', { name: 'Cannot be saved' }).getByText('not-here').first().waitFor();
  await page.getByText('@Not here').first().waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: /^Add 1 missing setting$/ }).press('Enter');
  await page
    .getByText(/^Added: \d+\. Changed: 0\. Removed: 0\./)
    .first()
    .waitFor();
  // Screen readers read the result, because it has the focus.
  await page.locator('output:focus', { hasText: /^Added: \d+/ }).waitFor();
  await page.getByRole('button', { name: 'Remove 1 streamer' }).press('Enter');
  await page.getByText('The added streamers were removed.').waitFor();
  expect(problems).toEqual([]);
});

it('making it equal needs the name of the server', async () => {
  const visitor = await house.open(path, { token: house.ownerToken });
  const { page, problems } = visitor;
  const json = JSON.parse(await download(visitor, english));
  await choose(visitor, JSON.stringify({ ...json, settings: { ...json.settings, fixKickLinks: true } }));
  await page.getByRole('button', { name: 'Add 1 missing setting' }).press('Enter');
  await page.getByText('Added: 1. Changed: 0. Removed: 0.').first().waitFor();

  // The first file contains the server's original settings.
  await page.getByRole('tab', { name: english[0] }).click();
  await choose(visitor, JSON.stringify(json));
  await page.getByRole('button', { name: 'Make equal' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Make equal' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByRole('textbox').fill('Night City');
  await confirm.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Added: 0. Changed: 0. Removed: 1.').first().waitFor();
  expect(problems).toEqual([]);
});

it('on a phone in Arabic nothing sticks out', async () => {
  const visitor = await house.open(path, {
    token: house.ownerToken,
    viewport: { width: 360, height: 780 },
    locale: 'ar-SA',
  });
  const { page, problems } = visitor;
  const file = await download(visitor, arabic);
  await choose(visitor, edited(file));
  await page.getByText('عُدّل هذا الملف').waitFor();
  await page.getByText('xqc').first().waitFor();
  expect(await sticksOut(page)).toEqual([]);
  await page.getByRole('button', { name: 'تجاهل الملف' }).click();
  await page.getByRole('tab', { name: arabic[0] }).waitFor();
  expect(problems).toEqual([]);
});
