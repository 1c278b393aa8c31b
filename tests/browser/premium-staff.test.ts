import { tiers } from '@tally/contract';
import { violations } from '@tally/tests/accessibility';
import { nightCity } from '@tally/tests/api';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';

/** Staff grant plans and edit the plans on sale. */
const house = useHouse();
const open = (path: string) => house.open(path, { token: house.ownerToken });

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

/** True if the button is topmost at its center, so a press reaches it. */
const isInReach = (button: Locator): Promise<boolean> =>
  button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2));
  });

/** Simulates a laptop that wakes up and refetches outdated data. */
async function wakeUp(page: Page, asked: string): Promise<void> {
  await page.clock.install();
  await page.clock.fastForward('10:00');
  await page.context().setOffline(true);
  const answered = page.waitForResponse((answer) => answer.url().includes(asked));
  await page.context().setOffline(false);
  await (await answered).finished();
}

test('typed text stays during a refetch, and after saving the form shows the stored values', async () => {
  const staff = await open(`/admin/premium/${nightCity}?type=guild`);
  const { page } = staff;
  const extra = page.getByRole('group', { name: 'Add-ons given by staff' }).getByRole('textbox').first();
  const branding = page.getByRole('switch', { name: 'Override branding' });
  const save = page.getByRole('button', { name: 'Save' });
  await extra.fill('7');
  await branding.click();
  await wakeUp(page, '/premium/manage/');
  expect(await extra.inputValue()).toBe('7');
  expect(await branding.isChecked()).toBe(true);
  await extra.fill('many');
  await page.getByText('A whole number from 0 to 500').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await extra.fill('7');
  await isWellMade(staff);
  await page.setViewportSize({ width: 1280, height: 720 });
  await save.click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await isInReach(save)).toBe(true);
  expect([await extra.inputValue(), await save.isDisabled()]).toEqual(['7', true]);
  await page.reload();
  expect(await extra.inputValue()).toBe('7');
});

test("a plan is renamed without undoing another person's change", async () => {
  const staff = await open(`/admin/premium/${tiers.ServerPremium}`);
  const { page } = staff;
  const [name, days] = [page.getByRole('textbox', { name: 'Name' }), page.getByRole('textbox', { name: 'Trial days' })];
  await name.fill('Server Gold');
  const colleague = (await open(`/admin/premium/${tiers.ServerPremium}`)).page;
  await colleague.getByRole('textbox', { name: 'Trial days' }).fill('9');
  // The button is also disabled while a save runs.
  const stored = colleague.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await colleague.getByRole('button', { name: 'Save' }).click();
  expect((await stored).status()).toBe(200);

  await wakeUp(page, '/premium/plans');
  await expect.poll(() => days.inputValue()).toBe('9');
  expect(await name.inputValue()).toBe('Server Gold');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Server Gold', level: 1 }).waitFor();
  expect([await name.inputValue(), await days.inputValue()]).toEqual(['Server Gold', '9']);
  await isWellMade(staff);
});
