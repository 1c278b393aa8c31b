import sharp from 'sharp';
import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

const patient = { timeout: 60_000, interval: 200 };

const lamp = () =>
  sharp({ create: { width: 64, height: 48, channels: 3, background: '#c80' } })
    .png()
    .toBuffer();

/** Chooses a file that is refused, pastes a picture, removes it and chooses another. Returns its URL. */
export async function uploadPicture({ page, problems }: Visitor): Promise<string> {
  const address = page.getByRole('textbox', { name: 'Picture' });
  const choose = async (name: string, buffer: Buffer) =>
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('notes.png', Buffer.from('Only words.'));
  await page.getByText('This file is not a picture that Tally can read.').waitFor();

  await expect.poll(() => problems.splice(0), patient).toHaveLength(1);

  const bytes = (await lamp()).toString('base64');
  await address.focus();
  await page.evaluate(`{
    const clipboardData = new DataTransfer();
    const file = Uint8Array.from(atob('${bytes}'), (letter) => letter.charCodeAt(0));
    clipboardData.items.add(new File([file], 'image.png', { type: 'image/png' }));
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }`);
  await expect.poll(() => address.inputValue(), patient).toMatch(/\/files\/pictures\/\d+\/[0-9a-f]{32}\.png$/);
  const pasted = await address.inputValue();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  expect(await address.inputValue()).toBe('');

  await choose('lamp.png', await lamp());
  await expect.poll(() => address.inputValue(), patient).toMatch(/\/files\/pictures\//);
  const chosen = await address.inputValue();
  expect(chosen).not.toBe(pasted);
  // Measures the picture next to the field and in the message preview.
  const widths = async () =>
    await page.evaluate(`[...document.querySelectorAll('img[src="${chosen}"]')].map((each) => each.naturalWidth)`);
  await expect.poll(widths, patient).toEqual([64, 64]);
  return chosen;
}
