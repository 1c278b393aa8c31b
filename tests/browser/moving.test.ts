import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut } from '@tally/tests/visitor';
import { expect, it } from 'vitest';

/** An owner brings a list of creators to the page, follows them and takes that back. */
const house = useHouse();
const path = `/dashboard/server/${nightCity}/moving`;

it('a pasted list is looked up, followed by keyboard alone, and undone', async () => {
  const { page, problems } = await house.open(path, { token: house.ownerToken });
  const list = page.getByRole('textbox', { name: 'Names or links' });
  await page.getByRole('button', { name: 'Read list' }).click();
  await page.getByText('Paste a list or choose a file first.').waitFor();

  await list.fill(
    'https://kick.com/xqc\n- [Tin](https://www.twitch.tv/tinwhistler)\nhttps://example.com/ada\nlumi_vale',
  );
  await page.getByRole('button', { name: 'Read list' }).press('Enter');
  const found = page.getByRole('region', { name: 'Found' });
  await found.getByText('xqc').waitFor();
  await found.getByText('TinWhistler').waitFor();
  const unclear = page.getByRole('region', { name: 'Unclear' });
  await unclear.getByText('Which platform?').waitFor();
  await page.getByText('1 entry was left out').click();
  await page.getByText('This link leads to another site.').waitFor();
  expect(await violations(page)).toEqual([]);

  await page.getByRole('button', { name: 'Follow 2 streamers' }).press('Enter');
  await page.getByText('2 streamers were added. You can undo this for 24 hours.').waitFor();
  await page.getByRole('link', { name: 'All streamers' }).click();
  await page.getByRole('link', { name: /xqc/ }).first().waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('The streamers of this list were removed again.').waitFor();
  expect(problems).toEqual([]);
});

it('on a phone in Arabic nothing sticks out', async () => {
  const { page, problems } = await house.open(path, {
    token: house.ownerToken,
    viewport: { width: 360, height: 780 },
    locale: 'ar-SA',
  });
  await page.getByRole('textbox').fill('https://kick.com/xqc\nhttps://kick.com/nobody-here-42');
  await page.getByRole('button', { name: 'اقرأ القائمة' }).click();
  await page.getByText('xqc').first().waitFor();
  await page.getByRole('region', { name: 'لم يُعثر عليهم' }).waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
});
