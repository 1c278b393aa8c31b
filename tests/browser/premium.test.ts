import { tiers } from '@tally/contract';
import { violations } from '@tally/tests/accessibility';
import { nightCity, somebodyElse } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, sticksOut, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let stack: Stack;
let browser: Browser;
let token: string;

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  stack.sim.worlds.get('stripe')?.controls['callback']?.({ url: `${stack.server.url}/webhooks/stripe` });
  token = await stack.logIn();
  // Waits for the bot, which reports its servers shortly after the start.
  await vi.waitUntil(
    async () => {
      const answer = await fetch(`${stack.server.url}/data/guild/${nightCity}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      return answer.status === 200;
    },
    { timeout: 60_000, interval: 100 },
  );
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const invoices = () =>
  (stack.sim.worlds.get('stripe')?.summary() as { invoices: { amount_due: number }[] } | undefined)?.invoices.map(
    (invoice) => invoice.amount_due,
  ) ?? [];
const dollars = async (page: Page, id: string): Promise<number> =>
  Math.round(Number((await page.getByTestId(id).innerText()).replace(/[^\d.]/g, '')) * 100);

const guild = `/data/guild/${nightCity}`;
const ask = (path: string, method = 'GET', body?: object) =>
  fetch(`${stack.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
async function addOverride(priorityOnConflict: number, word: string): Promise<void> {
  const body = { priorityOnConflict, applyTo: [], query: [word], queryIn: [], actions: ['cancel'] };
  expect((await ask(`${guild}/overrides`, 'PATCH', body)).status).toBe(200);
}
const tierNow = async () =>
  ((await (await ask(guild)).json()) as { data: { premium: { tier: string } } }).data.premium.tier;

async function looksRight(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
}

test('a lock links to the plans; Premium is bought, the lock opens, add-ons follow; it is canceled in two clicks and then kept', async () => {
  const { page, problems, leave } = await visit(browser, stack, { token });
  const birthday = `${stack.web}/dashboard/server/${nightCity}/birthday`;
  await page.goto(birthday);
  const main = page.getByRole('main');
  const lock = main.getByText('Part of Premium, from $5.00 a month');
  await lock.waitFor();
  // People can try the form before that: the preview shows the change, and nothing can be saved.
  await main.getByRole('switch', { name: 'Ping the member' }).click();
  expect(await page.getByRole('region', { name: 'Unsaved changes' }).count()).toBe(0);
  await main.getByText('Tests also need this plan.').waitFor();
  expect(await main.getByRole('button', { name: 'Send test, no pings' }).isDisabled()).toBe(true);
  // A locked switch can also be tried: the preview follows, and only saving needs the plan.
  await page.goto(`${stack.web}/dashboard/server/${nightCity}/manage?tab=branding`);
  const signature = page
    .getByRole('complementary', { name: 'A notification with this branding' })
    .getByText('Tally', { exact: true });
  await expect.poll(() => signature.count()).toBe(2);
  await main.getByRole('switch', { name: 'Show “via Tally”' }).click();
  await expect.poll(() => signature.count()).toBe(1);
  await main.getByText('Part of Premium Plus, from $10.00 a month').waitFor();
  expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Discard' }).click();
  // Recordings show the plan and its price instead of an empty meter.
  await page.goto(`${stack.web}/dashboard/server/${nightCity}/vods`);
  await lock.waitFor();
  expect(await main.getByText(/ used$/).count()).toBe(0);
  await page.goto(birthday);
  await main.getByRole('link', { name: 'Upgrade' }).click();
  await page.waitForURL(new RegExp(`/premium\\?server=${nightCity}$`));
  // A press before the page has loaded must not lose the server.
  const early = await page.request.get(page.url());
  expect(await early.text()).toContain(`/premium/checkout/${tiers.ServerPremium}?server=${nightCity}"`);
  await page.getByText('would get').first().waitFor();
  await looksRight(page);
  await page.getByRole('link', { name: 'Get Server Premium', exact: true }).click();

  await page.getByRole('heading', { name: 'Get Server Premium' }).waitFor();
  const more = page.getByRole('button', { name: '10 more: Kick connections' });
  await more.click();
  await more.click();
  await expect.poll(() => dollars(page, 'due-now')).toBe(700);
  await looksRight(page);
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Pay $7.00' }).waitFor();
  await page.getByRole('link', { name: /4242/ }).click();
  await page.getByText('Thank you!').waitFor();
  await page.goto(birthday);
  await page
    .getByRole('switch', { name: /birthdays|Congratulate/i })
    .first()
    .waitFor();
  expect(await lock.count()).toBe(0);
  expect(invoices()).toEqual([700]);

  await page.goto(`${stack.web}/manage-subscription`);
  await page.getByText('+20 Kick connections').waitFor();
  await looksRight(page);
  await page.getByRole('button', { name: 'Change add-ons' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '10 more: Kick connections' }).click();
  await dialog.getByTestId('change-due').waitFor();
  const shown = await dollars(page, 'change-due');
  await dialog.getByRole('button', { name: 'Confirm and pay' }).click();
  await page.getByText('+30 Kick connections').waitFor();
  expect(invoices().at(-1)).toBe(shown);

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await dialog.getByText('Birthday Messages').waitFor();
  await dialog.getByRole('button', { name: 'Cancel at period end' }).click();
  await page.getByText('Ends soon').waitFor();
  await page.getByRole('button', { name: 'Keep plan' }).click();
  await page.getByText('Active', { exact: true }).waitFor();
  // Only the newer of two messages is shown.
  const said = page.locator('.Toastify__toast');
  await said.getByText('continues', { exact: false }).waitFor();
  expect(await said.count()).toBe(1);
  expect(problems).toEqual([]);
  await leave();
});

/** Continues with the subscription of the test above. */
test('up, down, then it lapses on the test clock: paused items are named, and a return resumes them', async () => {
  const { page, problems, leave } = await visit(browser, stack, { token });
  for (const [priorityOnConflict, word] of ['oldest', 'newest'].entries()) await addOverride(priorityOnConflict, word);
  await page.goto(`${stack.web}/manage-subscription`);
  for (const [plan, button] of [
    ['Server Premium Plus', 'Confirm and pay'],
    ['Server Premium', 'Confirm'],
  ] as const) {
    await page.getByRole('button', { name: 'Change plan' }).click();
    const due = await dollars(page, 'change-due');
    await page.getByRole('dialog').getByRole('button', { name: button }).click();
    await page.getByRole('heading', { name: plan, exact: true }).waitFor();
    expect(invoices().at(-1)).toBe(due);
  }
  // Each payment on our page is its invoice, to the cent.
  const amounts = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Invoice' }) });
  await expect.poll(() => amounts.count()).toBe(invoices().length);
  const shown = await amounts.locator('bdi').allInnerTexts();
  expect(shown.map((text) => Math.round(Number(text.replace(/[^\d.]/g, '')) * 100))).toEqual(invoices().toReversed());

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await page.getByRole('dialog').getByText('newest').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel at period end' }).click();
  await page.getByText('Ends soon').waitFor();
  stack.sim.worlds.get('stripe')?.controls['advance']?.({ days: 32 });
  await vi.waitUntil(async () => (await tierNow()) === tiers.ServerFree, { timeout: 60_000, interval: 100 });
  await page.reload();
  await page.getByText('1 item is paused in Night City').waitFor();
  await page.getByRole('link', { name: 'newest' }).waitFor();
  await looksRight(page);
  await page.getByRole('link', { name: 'Resubscribe' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('link', { name: /4242/ }).click();
  await page.getByText('Thank you!').waitFor();
  await page.getByText('is paused in Night City').waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await leave();
});

test('pages of staff are closed to others', async () => {
  const other = await stack.logIn(somebodyElse);
  const { page, leave } = await visit(browser, stack, { token: other });
  await page.goto(`${stack.web}/admin/premium`);
  await page.getByText('Access denied').waitFor();
  expect(await page.getByRole('heading', { name: /premium/i }).count()).toBe(0);
  await leave();
});
