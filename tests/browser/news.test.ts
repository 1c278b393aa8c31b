import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Staff write changelogs; people read them on the page and programs in feeds. */
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

const feed = async (name: string, headers: Record<string, string> = {}) =>
  await fetch(`${house.stack.web}/changelogs/${name}`, { headers });

test('from an empty page over a draft to a changelog that everybody reads', async () => {
  const reader = await open('/changelogs', { viewport: { width: 360, height: 740 }, colorScheme: 'light' });
  await reader.page.getByText('No changelogs yet').waitFor();
  await isWellMade(reader);

  const staff = await open('/admin/changelogs', { token: house.ownerToken });
  await staff.page.getByRole('link', { name: 'Write a changelog' }).first().click();
  await staff.page.getByRole('textbox', { name: 'Title' }).fill('November Update');
  await expect.poll(() => staff.page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('november-update');
  await staff.page
    .getByRole('textbox', { name: 'Changes', exact: true })
    .fill('Fixed: a <b>fault</b>\nNew: **teams** for your helpers\nA note');
  await isWellMade(staff);
  await staff.page.getByRole('button', { name: /^Save/ }).click();
  await staff.page.getByRole('heading', { name: 'Edit the changelog' }).waitFor();

  // Only staff see a draft.
  await reader.page.reload();
  await reader.page.getByText('No changelogs yet').waitFor();
  expect((await reader.page.goto('/changelogs/november-update'))?.status()).toBe(404);
  reader.problems.length = 0;

  await staff.page.getByRole('switch', { name: /^Public/ }).click();
  await staff.page.getByRole('button', { name: /^Save/ }).click();
  await staff.page.getByRole('link', { name: 'View changelog' }).waitFor();
  await reader.page.goto('/changelogs');
  await reader.page.getByRole('heading', { name: 'November Update' }).waitFor();
  // New changes come first, and HTML in the source is shown as text.
  const entry = await reader.page.getByRole('region', { name: 'November Update' }).innerText();
  expect(entry.replaceAll(/\s+/g, ' ')).toContain('New teams for your helpers Fixed a <b>fault</b> A note');
  await isWellMade(reader);
  await reader.page.getByRole('link', { name: 'November Update' }).click();
  await reader.page.getByRole('link', { name: 'All changelogs' }).waitFor();
  await isWellMade(reader);
});

test('a feed identifies an item by a constant id, and reports when there is nothing new', async () => {
  const rss = await feed('feed.xml');
  expect(rss.headers.get('content-type')).toContain('application/rss+xml');
  const text = await rss.text();
  expect(text).toMatch(/<guid isPermaLink="false">urn:uuid:[0-9a-f-]{36}<\/guid>/);
  expect(text).toContain(`<link>${house.stack.web}/changelogs/november-update</link>`);
  expect(text).not.toContain('<b>');
  expect((await feed('feed.xml', { 'if-none-match': rss.headers.get('etag') ?? '' })).status).toBe(304);
  const json = (await (await feed('feed.json')).json()) as { version: string; items: { title: string }[] };
  expect(json).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', items: [{ title: 'November Update' }] });
});

test('two of the staff who edit the same one: both versions are shown, and nothing is lost', async () => {
  const at = '/admin/changelogs/november-update';
  const [one, other] = [await open(at, { token: house.ownerToken }), await open(at, { token: house.ownerToken })];
  await one.page.getByRole('textbox', { name: 'Title' }).fill('Mine');
  await other.page.getByRole('textbox', { name: 'Title' }).fill('Yours');
  await one.page.getByRole('button', { name: /^Save/ }).click();
  await one.page.getByText('The changelog has been saved.').waitFor();
  await other.page.getByRole('button', { name: /^Save/ }).click();
  await other.page.getByText('Mine').first().waitFor();
  await expect.poll(() => other.page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Yours');
  expect(await violations(other.page)).toEqual([]);
});

test('deleting needs a confirmation, and then the page is gone', async () => {
  const staff = await open('/admin/changelogs/november-update', { token: house.ownerToken });
  await staff.page.getByRole('button', { name: 'Delete' }).click();
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // The list may now contain drafts of the program's own releases.
  await staff.page.waitForURL('**/admin/changelogs');
  await expect.poll(() => staff.page.locator('a[href$="/admin/changelogs/november-update"]').count()).toBe(0);
  await staff.page.getByRole('link', { name: 'Write a changelog' }).first().waitFor();
  expect((await fetch(`${house.stack.web}/changelogs/november-update`)).status).toBe(404);
});
