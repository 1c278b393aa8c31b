import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { layoutShift, sticksOut, type Visitor } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** Tests how owners find and read the handbook. */
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}

test('from a question with a typo to the place on a page, and on to the next one', async () => {
  const reader = await open('/docs');
  const { page } = reader;
  await page.getByRole('heading', { level: 1, name: 'Documentation' }).waitFor();
  await isWellMade(reader);
  await page.getByRole('searchbox').fill('pings nobdy');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /› Pings nobody/ }).click();
  await page.waitForURL(/\/docs\/help\/error-log#on-pings-nobody$/);
  await page.getByRole('heading', { name: 'Pings nobody' }).waitFor();
  // The page's head updates shortly after the page.
  await expect.poll(() => page.title()).toContain('The error log');
  await page.locator('link[rel=canonical][href$="/docs/help/error-log"]').waitFor({ state: 'attached' });
  // Every picture loads, and the page reserves its space before.
  const pictures = page.locator('article img');
  await pictures.first().scrollIntoViewIfNeeded();
  await expect
    .poll(() => pictures.first().evaluate((image) => (image as { naturalWidth?: number }).naturalWidth))
    .toBeGreaterThan(500);
  expect(await pictures.first().getAttribute('width')).toBe('1200');
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Plan limit' }).click();
  await page.waitForURL(/#on-plan-limit$/);
  await isWellMade(reader);
  await page.getByRole('link', { name: 'Next Common questions' }).click();
  await page.getByRole('heading', { level: 1, name: 'Common questions' }).waitFor();
  // Back to the part that was read last.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'The error log' }).waitFor();
  expect(new URL(page.url()).hash).toBe('#on-plan-limit');

  // The pages that the program generates: commands, placeholders and variables.
  for (const [address, words] of [
    ['/docs/dashboard/commands', '/sticky set'],
    ['/docs/messages/placeholders', '{platform_color}'],
    ['/docs/self-hosting/configure', 'JOURNAL_DAYS'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('cell', { name: words, exact: true }).first().waitFor();
  }
  await isWellMade(reader);

  await page.goto('/docs?q=qzxwvk+jjpqy');
  await page.getByText('Nothing found').waitFor();
  expect(await page.getByRole('link', { name: 'Ask a question' }).getAttribute('href')).toContain('/faq?q=qzxwvk');
  expect((await page.goto('/docs/help/no-such-page'))?.status()).toBe(404);
  expect((await page.goto('/docs/no-such-section'))?.status()).toBe(404);
  expect((await page.request.get('/docs/pictures/..%2f..%2fwords.md')).status()).toBe(404);
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain('/docs/platforms/kick</loc>');
});

test('a phone, in Arabic: an untranslated text is marked, and a translated one is Arabic', async () => {
  const reader = await open('/docs/platforms/kick', {
    viewport: { width: 360, height: 740 },
    locale: 'ar-SA',
    colorScheme: 'light',
  });
  const { page } = reader;
  await page.getByText('هذه الصفحة مكتوبة بالإنجليزية').waitFor();
  await page.getByText('كل الصفحات').click();
  await page.getByRole('navigation', { name: 'صفحات التوثيق' }).getByRole('link', { name: 'Twitch' }).waitFor();
  expect(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  await isWellMade(reader);
  // A translated page has the anchors of the English one.
  await page.goto('/ar/docs/help/nothing-was-posted#on-there-is-no-row');
  await page.getByRole('heading', { level: 1, name: 'لماذا لم يُنشر شيء؟' }).waitFor();
  await page.locator('h2#on-there-is-no-row', { hasText: 'لا يوجد صف' }).waitFor();
  await page.locator('link[hreflang=en][href$="/docs/help/nothing-was-posted"]').waitFor({ state: 'attached' });
  await isWellMade(reader);
  // Rates the page and writes what is missing.
  await page.getByRole('button', { name: 'لا', exact: true }).click();
  await page.waitForURL(/\/ar\/docs\/help\/nothing-was-posted\?helpful=no#helpful$/);
  await page.getByRole('textbox', { name: /ما الناقص/ }).fill('كيف أربط حسابين؟');
  await isWellMade(reader);
  await page.getByRole('button', { name: 'إرسال' }).click();
  await page.getByText('سيقرؤها القائمون').waitFor();

  const { page: inbox } = await open('/admin/faq?tab=docs', { token: house.ownerToken });
  await inbox
    .getByRole('listitem')
    .filter({ hasText: 'Why was nothing posted?' })
    .getByText('كيف أربط حسابين؟')
    .waitFor();
});

test('the palette finds a page by its content', async () => {
  const { page } = await open('/dashboard', { token: house.ownerToken });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Type a streamer').fill('webhook deleted');
  await page.getByRole('option', { name: /› Webhook gone/ }).click();
  await expect.poll(() => page.url()).toMatch(/\/docs\/help\/error-log#on-webhook-gone$/);
});

test('on paper there is only the text, dark on white; tables name their columns', async () => {
  const reader = await open('/docs/premium/limits');
  const { page } = reader;
  const heads = await page.locator('article thead th').allTextContents();
  expect(heads.filter((head) => head.trim() === '')).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  const isShown = async (role: 'banner' | 'contentinfo' | 'searchbox') =>
    await page.getByRole(role).first().isVisible();
  expect([await isShown('banner'), await isShown('contentinfo'), await isShown('searchbox')]).toEqual([
    false,
    false,
    false,
  ]);
  expect(await page.locator('nav').filter({ visible: true }).count()).toBe(0);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
});
