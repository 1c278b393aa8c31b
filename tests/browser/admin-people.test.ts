import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Tests the staff area: statistics, people, email addresses, and the audit log. */
const member = '200000000000000003';
/** The demo person is only a member of this server. */
const foreign = '805000000000000000';
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

test('a person is found by a few letters, made a partner, blocked and unblocked; the record shows it', async () => {
  await house.stack.logIn(member);
  const staff = await open('/admin/search', { token: house.ownerToken });
  const { page } = staff;
  await page.getByRole('searchbox', { name: 'An id or a name' }).fill(member);
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(member) })
    .click();
  await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
  await isWellMade(staff);
  const name = (await page.getByText(/^@/).textContent())?.match(/@(\S+)/)?.[1] ?? '';

  await page.getByText('Partner').click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Streams every day');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: 'Saved.' }).waitFor();

  // Enters the correct name after a wrong one.
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spam');
  await isWellMade(staff);
  expect(await dialog.getByRole('button', { name: 'Ban', exact: true }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: /^Type/ }).fill(name);
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByText('Banned', { exact: true }).waitFor();
  await page.getByText('until lifted').waitFor();
  await page.goto('/admin/people');
  await page.getByText('Spam').waitFor();
  await isWellMade(staff);
  await page.getByRole('button', { name: 'Lift ban' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Lift ban' }).click();
  await page.getByText('No bans.').waitFor();

  await page.goto('/admin/audit');
  const lines = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem');
  const ofBan = lines.filter({ hasText: `banned @${name}` });
  await ofBan.getByText('Spam').waitFor();
  const ofFlags = lines.filter({ hasText: 'changed a person’s flags' });
  await ofFlags.getByText('Streams every day').waitFor();
  expect(await ofFlags.getByRole('listitem').textContent()).toBe('FlagsBefore: noneAfter: Partner');
  await lines.filter({ hasText: `viewed a person @${name}` }).waitFor();
  await isWellMade(staff);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'changed a person’s flags' }).click();
  await expect.poll(() => ofBan.count()).toBe(0);
  await page.reload();
  await ofFlags.waitFor();
  expect(await ofBan.count()).toBe(0);
  await page.getByLabel('Day').fill('2020-01-01');
  await page.getByRole('heading', { name: 'No lines match.' }).waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await ofBan.waitFor();
  expect(new URL(page.url()).search).toBe('');
  await ofBan.getByRole('link', { name: `@${name}` }).click();
  await page.waitForURL(`**/admin/people/${member}`);
  await page.getByText(/: banned$/).waitFor();
});

test('an address is half hidden until staff give a reason; its owner gets that as a notification', async () => {
  const staff = await open('/admin/emails', { token: house.ownerToken });
  const { page } = staff;
  await page.getByText(/•••@/).first().waitFor();
  await isWellMade(staff);
  await page
    .getByRole('button', { name: /^Show the address/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost their login');
  await dialog.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.poll(() => dialog.getByRole('status').textContent()).toMatch(/^[^•]+@[^•]+$/);
  await isWellMade(staff);
});

test('staff read the dashboard of a server after they give a reason, and change nothing there', async () => {
  const staff = await open(`/admin/servers/${foreign}`, { token: house.ownerToken });
  const { page } = staff;
  await page.getByRole('heading', { name: 'Last messages' }).waitFor();
  await isWellMade(staff);
  await page.getByRole('button', { name: 'View the dashboard' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByRole('button', { name: 'View the dashboard' }).isDisabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked why nothing is posted');
  await isWellMade(staff);
  await dialog.getByRole('button', { name: 'View the dashboard' }).click();
  await page.waitForURL(`**/dashboard/server/${foreign}`);
  await page.getByText('You cannot change anything here.').waitFor();
  await page.getByRole('link', { name: 'Back to the server file' }).click();
  await page.getByText(/You can read the dashboard until/).waitFor();
  await page.goto('/admin/audit');
  await page
    .getByRole('list', { name: 'Audit log' })
    .getByRole('listitem')
    .filter({ hasText: 'opened a server’s dashboard' })
    .getByText('They asked why nothing is posted')
    .waitFor();
});

test('figures are a picture, a table and an address; on a phone, in Arabic, too', async () => {
  const staff = await open('/admin?days=28', { token: house.ownerToken });
  const { page } = staff;
  await page.getByRole('img', { name: /posted\. Failed/ }).waitFor();
  await page.getByRole('region', { name: 'Figures' }).getByRole('button', { name: 'Table' }).first().click();
  const table = page.getByRole('region', { name: 'Messages' }).getByRole('table');
  await table.waitFor();
  expect(await table.getByRole('row').count()).toBe(29);
  await expect.poll(() => new URL(page.url()).searchParams.get('table')).toBe('posts');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).first().click();
  expect((await file).suggestedFilename()).toBe('tally-posts-28d.csv');
  await isWellMade(staff);
  // The URL restores the view after a reload.
  await page.reload();
  await table.waitFor();
  await page.getByRole('tab', { name: '1 day' }).click();
  await expect.poll(() => table.getByRole('row').count()).toBe(25);
  // A press on a number opens the rows behind the sum.
  await page.locator('a[href="#took"]').click();
  await page.getByRole('region', { name: 'Detection to message' }).getByRole('table').waitFor();

  const small = { viewport: { width: 360, height: 740 }, locale: 'ar-SA', colorScheme: 'light' } as const;
  const phone = await open('/admin', { ...small, token: house.ownerToken });
  await phone.page.getByRole('region', { name: 'الأرقام' }).waitFor();
  await phone.page.getByRole('img', { name: /فشلت/ }).waitFor();
  await isWellMade(phone);
});
