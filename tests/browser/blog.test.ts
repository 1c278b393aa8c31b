import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type Visitor } from '@tally/tests/visitor';
import sharp from 'sharp';
import { expect, test } from 'vitest';

/** Staff write a post with pictures; visitors and feed readers read it. */
const member = '200000000000000003';
const house = useHouse();
const { open } = house;

async function isWellMade({ page, problems }: Visitor): Promise<void> {
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
  expect(problems).toEqual([]);
}
const feed = async (name: string) => await (await fetch(`${house.stack.web}/blog/${name}`)).text();
const picture = async () =>
  await sharp({ create: { width: 64, height: 32, channels: 3, background: '#c22' } })
    .png()
    .toBuffer();

test('from an empty page over a draft with a picture to a public post', async () => {
  const reader = await open('/blog', { viewport: { width: 360, height: 740 }, colorScheme: 'light' });
  await reader.page.getByText('Nothing here yet').waitFor();
  await isWellMade(reader);

  const staff = await open('/admin/blogs', { token: house.ownerToken });
  const { page } = staff;
  await page.getByText('No posts yet').waitFor();
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Summer Update');
  await expect.poll(() => page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('summer-update');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.fill("Hello **there** <script>document.title='hacked'</script>\n\n## One\n\n## Two\n\n## Three\n");
  await page.getByRole('region', { name: 'Preview' }).locator('strong', { hasText: 'there' }).waitFor();
  await page.getByRole('textbox', { name: 'Tags' }).fill('lamps, summer');
  await page.getByRole('textbox', { name: 'Author', exact: true }).fill('Ada');
  await page.getByRole('textbox', { name: 'Author picture' }).fill(`${house.stack.web}/icon.svg`);

  // Chooses and uploads a picture. It appears beside the text, with a field for its description.
  await page.getByLabel('Insert a picture').setInputFiles({
    name: 'cat.png',
    mimeType: 'image/png',
    buffer: await picture(),
  });
  await expect.poll(() => text.inputValue()).toMatch(/!\[\]\(\/files\/content\/blog\/summer-update-\w{8}\.png#64x32\)/);
  await page.getByRole('region', { name: 'Preview' }).locator('img[width="64"]').waitFor();
  await isWellMade(staff);
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Edit the post' }).waitFor();

  // Only staff, and people with its link, can see a draft.
  expect((await fetch(`${house.stack.web}/blog/summer-update`)).status).toBe(404);
  await page.getByRole('button', { name: 'Preview link' }).click();
  const link = page.getByText(/\/blog\/summer-update\?preview=/);
  await link.waitFor();
  await reader.page.goto((await link.textContent()) ?? '');
  await reader.page.getByText('This is a preview').waitFor();
  expect(await reader.page.title()).not.toContain('hacked');
  await isWellMade(reader);

  // The post cannot be published until the picture has a description.
  await page.getByRole('switch', { name: /^Public/ }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Describe the picture for people').first().waitFor();
  await text.fill((await text.inputValue()).replace('![]', '![A red flag]'));
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('link', { name: 'View post' }).waitFor();

  await reader.page.goto('/blog?tag=lamps');
  await reader.page.getByRole('link', { name: 'Summer Update' }).click();
  await reader.page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Two' }).waitFor();
  const shown = reader.page.getByRole('img', { name: 'A red flag' });
  await expect.poll(() => shown.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(64);
  await isWellMade(reader);
});

test('a reader reacts once; a phone, in Arabic', async () => {
  const about = { viewport: { width: 360, height: 740 }, locale: 'ar-SA' };
  const { page } = await open('/blog/summer-update', { ...about, token: await house.stack.logIn(member) });
  const love = page.getByRole('button', { name: /^أحببته/ });
  await love.click();
  await page.getByRole('button', { name: 'أحببته: شخص واحد' }).waitFor();
  // Wait for each save: leaving at once would cancel the second press.
  const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('party') ?? false);
  await page.getByRole('button', { name: /^لنحتفل/ }).click();
  expect((await saved).status()).toBe(200);
  await page.getByRole('button', { name: 'لنحتفل: شخص واحد' }).waitFor();
  expect(await love.getAttribute('aria-pressed')).toBe('false');
  await expect
    .poll(async () => {
      await page.reload();
      return await page.getByRole('button', { name: 'لنحتفل: شخص واحد' }).getAttribute('aria-pressed');
    })
    .toBe('true');
  expect(await violations(page)).toEqual([]);
  expect(await sticksOut(page)).toEqual([]);
});

test('a post that moves is found at its old address, and is not new to readers of feeds', async () => {
  const before = /urn:uuid:[0-9a-f-]{36}/.exec(await feed('feed.xml'))?.[0];
  const { page } = await open('/admin/blogs/summer-update', { token: house.ownerToken });
  await page.getByRole('textbox', { name: 'Address' }).fill('winter-update');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.waitForURL('**/admin/blogs/winter-update');
  await page.getByRole('link', { name: 'View post' }).waitFor();
  const moved = await fetch(`${house.stack.web}/blog/summer-update`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/blog/winter-update']);
  const rss = await feed('feed.xml');
  expect(rss).toContain(`<guid isPermaLink="false">${before}</guid>`);
  expect(rss).toContain(`src=&quot;${house.stack.web}/files/content/blog/`);
  expect(JSON.parse(await feed('feed.json'))).toMatchObject({ items: [{ id: before, title: 'Summer Update' }] });

  // Restores the earlier version into the draft.
  await page.getByRole('textbox', { name: 'Title' }).fill('Other');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('The post has been saved.').first().waitFor();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Load into draft' }).first().click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Summer Update');
});

test('each language has its own address, for search engines and link previews', async () => {
  const { web } = house.stack;
  const head = async (path: string) => await (await fetch(web + path, { headers: { 'accept-language': 'en' } })).text();
  const [english, arabic] = [await head('/blog/winter-update'), await head('/ar/blog/winter-update')];
  expect(english).toMatch(/<html lang="en-US" dir="ltr"/);
  expect(arabic).toMatch(/<html lang="ar-SA" dir="rtl"/);
  expect(english).toContain(`<link rel="canonical" href="${web}/blog/winter-update"/>`);
  expect(arabic).toContain(`<link rel="canonical" href="${web}/ar/blog/winter-update"/>`);
  for (const html of [english, arabic]) {
    expect(html).toContain(`hrefLang="ar" href="${web}/ar/blog/winter-update"`);
    expect(html).toContain(`hrefLang="x-default" href="${web}/blog/winter-update"`);
  }
  const [, about = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(english) ?? [];
  expect(JSON.parse(about)).toMatchObject({ '@type': 'BlogPosting', url: `${web}/blog/winter-update` });
  const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(english) ?? [];
  const drawn = await (await fetch(image.replaceAll('&amp;', '&'))).arrayBuffer();
  expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630 });
  const map = await head('/sitemap.xml');
  expect(map).toMatch(/\/blog<\/loc>(?:(?!<\/url>).)*<lastmod>/s);
  expect(await head('/status')).toContain(`hrefLang="ar" href="${web}/ar/status"`);
  const descriptionOf = (html: string) => /<meta name="description" content="([^"]+)"/.exec(html)?.[1];
  const described = await Promise.all(
    ['/', '/status', '/tos', '/privacy'].map(async (path) => descriptionOf(await head(path))),
  );
  expect(new Set(described).size).toBe(4);
  expect(await head('/')).toContain('"@type":"WebSite"');
  for (const path of ['/blog/winter-update', '/ar/blog/winter-update', '/ar/faq', '/ar'])
    expect(map).toContain(`<loc>${web}${path}</loc>`);
  for (const path of ['/ar/dashboard', '/fr/blog', '/ar/ar/blog']) expect((await fetch(web + path)).status).toBe(404);

  // Links from there keep the language; choosing another one changes it.
  const { page } = await open('/ar/blog');
  await page.getByRole('link', { name: 'Other' }).click();
  await page.waitForURL('**/ar/blog/winter-update');
  await page.getByRole('link', { name: 'كل المقالات' }).waitFor();
  // The reader has chosen no language, so the plain URL is in English. Handbook pages also have Arabic URLs.
  await page.goto('/blog');
  await page.getByRole('heading', { name: 'Blog', level: 1 }).waitFor();
  await page.goto('/ar/docs');
  await page.locator('html[lang=ar-SA]').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Kick', exact: true }).first().click();
  await page.waitForURL('**/ar/docs/platforms/kick');
  await page.locator('html[lang=ar-SA]').waitFor();
  await page.goto('/ar/blog');
  await page.getByRole('combobox', { name: 'اللغة' }).selectOption('en-US');
  await page.waitForURL((url) => url.pathname === '/blog');
  await page.getByRole('heading', { name: 'Blog' }).waitFor();
});

test('files: where each is used, replacing one at the same address, and refusing an invalid one', async () => {
  const staff = await open('/admin/files', { token: house.ownerToken });
  const { page } = staff;
  await page.getByRole('link', { name: 'Other' }).waitFor();
  await isWellMade(staff);
  const chosen = { name: 'cat.png', mimeType: 'image/png' };
  await page.getByLabel('Upload').setInputFiles({ ...chosen, buffer: Buffer.from('PK\u0003\u0004 a zip') });
  await page.getByText('The content does not match the name: this is not a readable PNG file.').waitFor();
  await page.getByLabel('Upload').setInputFiles({ ...chosen, buffer: Buffer.alloc(8 * 1024 * 1024 + 1) });
  await page.getByText('This file is too large. The limit is 8 MB.').waitFor();
  const large = sharp({ create: { width: 99, height: 9, channels: 3, background: '#22c' } });
  await page.getByLabel(/^Replace blog\//).setInputFiles({ ...chosen, buffer: await large.png().toBuffer() });
  await page.getByText('The file has been replaced.').waitFor();
  const [address] = (await feed('feed.xml')).match(/http[^&]+\/files\/content\/[^&]+/) ?? [];
  const file = await fetch(String(address));
  expect(await sharp(await file.arrayBuffer()).metadata()).toMatchObject({ format: 'png', width: 99 });
  expect(file.headers.get('x-content-type-options')).toBe('nosniff');

  // Sends files directly to the API: one that is too large, and one with a path outside the folder.
  const send = async (key: string, bytes: number) => {
    const form = new FormData();
    form.set('key', key);
    form.set('file', new Blob([new Uint8Array(bytes)]), 'x.png');
    const headers = { authorization: `Bearer ${house.ownerToken}` };
    return (await fetch(`${house.stack.server.url}/data/files`, { method: 'POST', headers, body: form })).status;
  };
  expect([await send('x.png', 8 * 1024 * 1024 + 1), await send('../x.png', 9), await send('x.png.exe', 9)]).toEqual([
    413, 400, 400,
  ]);
});
