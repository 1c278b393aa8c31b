import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** The feedback board: people write and vote, staff decide and merge. */
const member = '200000000000000003';
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

async function write({ page }: Visitor, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Write a post' }).click();
  await page.getByRole('textbox', { name: 'In one sentence' }).fill(title);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

test('from an empty board over two posts that are alike to one that is planned', async () => {
  const stranger = await open('/feedback');
  await stranger.page.getByText('The board is empty').waitFor();
  await stranger.page.getByRole('link', { name: 'Log in to take part' }).waitFor();
  await isWellMade(stranger);

  const ann = await open('/feedback', { token: await house.stack.logIn(member) });
  await write(ann, 'Messages in a thread of their own');
  await isWellMade(ann);

  // The author of a duplicate sees the similar post while typing, and posts it anyway.
  const staff = await open('/feedback', { token: house.ownerToken });
  await staff.page.getByRole('button', { name: 'Write a post' }).click();
  await staff.page.getByRole('textbox', { name: 'In one sentence' }).fill('A thread for messages');
  await staff.page.getByText('Is it one of these?').waitFor();
  await staff.page.getByRole('link', { name: 'Messages in a thread of their own' }).last().waitFor();
  await isWellMade(staff);
  await staff.page.getByRole('button', { name: 'Post', exact: true }).click();
  await staff.page.getByRole('heading', { name: 'A thread for messages', level: 1 }).waitFor();

  // Staff merge the two posts.
  await staff.page.getByRole('button', { name: 'Merge', exact: true }).click();
  await staff.page.getByRole('radio', { name: /Messages in a thread of their own/ }).check();
  await isWellMade(staff);
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await staff.page.getByRole('heading', { name: 'Messages in a thread of their own', level: 1 }).waitFor();
  const vote = staff.page.getByRole('button', { name: /Messages in a thread of their own.*Vote/ });
  await expect.poll(() => vote.textContent()).toContain('2');
  expect(await vote.getAttribute('aria-pressed')).toBe('true');

  await staff.page.getByRole('combobox', { name: 'State' }).click();
  await staff.page.getByRole('option', { name: 'Planned' }).click();
  await staff.page.getByRole('textbox', { name: 'Reason (public)' }).fill('With the **next** version.');
  await staff.page.getByRole('button', { name: 'Save', exact: true }).click();
  await staff.page.getByRole('region', { name: 'Decision' }).getByText('With the next version.').waitFor();
  await staff.page.locator('strong').getByText('next', { exact: true }).waitFor();

  const noScript = await open('/feedback', { javaScriptEnabled: false });
  await noScript.page.getByRole('link', { name: 'Messages in a thread of their own' }).waitFor();
  // Chromium renders no `noscript` if only the test disabled scripts.
  expect(await noScript.page.content()).toContain('Turn on JavaScript to post');

  // The post is on the roadmap, and its author comments.
  await stranger.page.goto('/feedback?view=roadmap');
  await stranger.page
    .getByRole('region', { name: 'Planned' })
    .getByRole('link', { name: /thread of their own/ })
    .click();
  await stranger.page.getByText('With the next version.').waitFor();
  await ann.page.reload();
  await ann.page.getByRole('textbox', { name: 'What do you think?' }).fill('Thank you!');
  await ann.page.getByRole('button', { name: 'Comment', exact: true }).click();
  await ann.page.getByText('Thank you!').waitFor();
  await expect.poll(() => ann.page.getByRole('textbox', { name: 'What do you think?' }).inputValue()).toBe('');
});

test('a vote is withdrawn, and a visitor goes through the login and returns', async () => {
  const ann = await open('/feedback', { token: await house.stack.logIn(member) });
  await write(ann, 'A darker dark theme');
  const vote = ann.page.getByRole('button', { name: /A darker dark theme.*Vote/ });
  await vote.click();
  await expect.poll(() => vote.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => vote.textContent()).toContain('0');
  const stranger = await open(new URL(ann.page.url()).pathname);
  await stranger.page.getByRole('button', { name: /A darker dark theme.*Vote/ }).click();
  await stranger.page.getByRole('button', { name: 'Authorise' }).click();
  await stranger.page.waitForURL('**/feedback/*');
  await stranger.page.getByRole('heading', { name: 'A darker dark theme', level: 1 }).waitFor();
});

test('a phone, Arabic, and words that mean harm', async () => {
  const headers = { authorization: `Bearer ${house.ownerToken}`, 'content-type': 'application/json' };
  const title = `<img src=x onerror="document.title='hacked'"> ${'W'.repeat(60)}`;
  const body = JSON.stringify({ kind: 'fault', title, text: "<script>document.title='hacked'</script>" });
  expect((await fetch(`${house.stack.server.url}/data/feedback`, { method: 'POST', headers, body })).status).toBe(200);
  const small = { viewport: { width: 360, height: 740 }, locale: 'ar-SA', colorScheme: 'light' } as const;
  const reader = await open('/feedback?view=newest', small);
  await reader.page.getByRole('heading', { name: 'الملاحظات' }).waitFor();
  await isWellMade(reader);
  await reader.page.getByRole('link', { name: /onerror/ }).click();
  await reader.page.getByRole('heading', { name: /onerror/, level: 1 }).waitFor();
  expect(await reader.page.title()).not.toBe('hacked');
  await isWellMade(reader);
});

test('the staff’s list begins with undecided posts, and refuses other people', async () => {
  const staff = await open('/admin/feedback', { token: house.ownerToken });
  await staff.page.getByRole('heading', { name: 'Feedback' }).waitFor();
  await isWellMade(staff);
  const { page } = await open('/admin/feedback', { token: await house.stack.logIn(member) });
  await expect.poll(() => page.getByRole('heading', { name: /denied/i }).count()).toBe(1);
});
