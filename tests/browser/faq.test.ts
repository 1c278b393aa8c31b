import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Visitors search and ask questions, and staff answer them. */
const member = '200000000000000003';
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

test('from an empty page over a question and its answer to an entry that is found with a typo', async () => {
  const stranger = await open('/faq');
  await stranger.page.getByText('No questions yet').waitFor();
  await isWellMade(stranger);

  const asker = await open('/faq?q=how+do+I+turn+off+pings', { token: await house.stack.logIn(member) });
  await asker.page.getByText('No answers match').waitFor();
  // The form already contains the search.
  await expect.poll(() => asker.page.getByRole('textbox', { name: 'Your question' }).inputValue()).toContain('pings');
  await asker.page.getByRole('button', { name: 'Send question' }).click();
  await asker.page.getByText('Your question is with the staff').waitFor();

  const staff = await open('/admin/faq', { token: house.ownerToken });
  await staff.page.getByText('how do I turn off pings').waitFor();
  await staff.page.getByRole('textbox', { name: 'Answer' }).fill('Choose **no role** in the settings of the streamer.');
  await staff.page.getByText('Add question and answer to the entries').click();
  await isWellMade(staff);
  await staff.page.getByRole('button', { name: 'Answer', exact: true }).click();
  await staff.page.getByText('No open questions').waitFor();
  await staff.page.getByRole('tab', { name: 'Entries' }).click();
  await staff.page.getByText('how do I turn off pings').waitFor();
  await staff.page.getByRole('tab', { name: 'Not found' }).click();
  await staff.page.getByText('searched 1 time').waitFor();

  // The page renders Markdown and opens the best answer.
  await stranger.page.goto('/faq');
  await stranger.page.getByRole('searchbox').fill('trun of pings');
  await stranger.page.keyboard.press('Enter');
  await stranger.page.locator('strong', { hasText: 'no role' }).waitFor();
  // Logged-out visitors reach the login from both questions.
  for (const name of ['Did this help?', 'Log in to ask'])
    expect(await stranger.page.getByRole('link', { name }).getAttribute('href')).toMatch(/^\/login\?next=%2Ffaq/);
  await isWellMade(stranger);

  // The author is notified and rates the answer.
  await asker.page.goto('/faq');
  await asker.page.getByText('how do I turn off pings').click();
  await asker.page.getByRole('button', { name: 'Yes, this helped' }).click();
  await asker.page.getByText('Thank you.').waitFor();
  await staff.page.reload();
  await staff.page.getByRole('tab', { name: 'Entries' }).click();
  await staff.page.getByText('Helped 1 person').waitFor();
});

test('a phone, Arabic, and words that mean harm', async () => {
  const headers = { authorization: `Bearer ${house.ownerToken}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    question: `<img src=x onerror="document.title='hacked'"> ${'W'.repeat(200)}`,
    answer: "<script>document.title='hacked'</script> [x](javascript:alert(1)) ![y](https://tracker.example/y.png)",
  });
  expect((await fetch(`${house.stack.server.url}/data/faq`, { method: 'POST', headers, body })).status).toBe(200);
  const reader = await open('/faq?q=img+onerror', {
    viewport: { width: 360, height: 740 },
    locale: 'ar-SA',
    colorScheme: 'light',
  });
  await reader.page.getByRole('heading', { name: 'أسئلة وأجوبة' }).waitFor();
  await reader.page.getByText("<script>document.title='hacked'</script>").waitFor();
  expect(await reader.page.title()).not.toContain('hacked');
  await isWellMade(reader);
});

test('a visitor who is not staff cannot open the staff page', async () => {
  const { page } = await open('/admin/faq', { token: await house.stack.logIn(member) });
  await expect.poll(() => page.getByRole('heading', { name: /denied/i }).count()).toBe(1);
});
