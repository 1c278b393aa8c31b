import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut, type VisitorOptions, wear } from '@tally/tests/visitor';
import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';

const address = '/kick-links-discord-embed';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const discordbot = 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)';

const house = useHouse();
beforeAll(() => {
  house.stack.kick('go-live', { who: 'xqc', title: '*First* light', viewers: 1_200 });
});

const open = (options?: VisitorOptions) => house.open(address, options);

const field = (page: Page) => page.getByRole('textbox', { name: 'Link to kick.com, or a channel name' });
const fixed = (page: Page) => page.getByRole('textbox', { name: 'Use this link instead' });
const card = (page: Page) => page.getByRole('figure', { name: 'How it looks in Discord' });

test('a person pastes a link, copies the better one, and sees Discord’s preview of it', async () => {
  const { page, problems, context } = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await field(page).fill('https://www.kick.com/xQc?ref=a');
  expect(await fixed(page).inputValue()).toBe(`${house.stack.web}/e/xqc`);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${house.stack.web}/e/xqc`);
  await card(page).getByRole('link', { name: 'xqc is live' }).waitFor();
  // Discord renders no markdown in the link preview of a person's message.
  expect(await card(page).innerText()).toContain('*First* light\nJust Chatting · 1,200 people watching');
  const picture = card(page).locator('img.discord-embed-image');
  await picture.evaluate('(image) => image.decode()');
  expect(new URL((await picture.getAttribute('src')) ?? '', house.stack.web).origin).toBe(house.stack.web);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, await sticksOut(page)]).toEqual([width, []]);
    for (const theme of ['dark', 'light'] as const) {
      await wear(page, theme);
      expect(await violations(page, 'standards')).toEqual([]);
    }
  }
  expect(problems).toEqual([]);
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([]);
});

test('a link to another site is refused with a sentence, and a missing channel is shown as missing', async () => {
  const { page } = await open();
  await field(page).fill('https://twitch.tv/xqc');
  await page
    .getByText('This is not a channel name, or a link to a channel, a clip or a recording on kick.com.')
    .waitFor();
  expect(await fixed(page).count()).toBe(0);
  await field(page).fill('kick.com/nobody-there');
  await card(page).getByText('Not found on Kick').waitFor();
  await field(page).fill('xqc');
  await card(page).getByRole('link', { name: 'xqc is live' }).waitFor();
  // Only this machine can load the URLs of this test's stack.
  const { host } = new URL(house.stack.web);
  await page.getByText(`Discord cannot load this address, because this installation is at ${host}`).waitFor();
});

test('while the API is away, the link is there all the same, and the card can be asked for again', async () => {
  const { page } = await open();
  await page.route('**/data/embeds/kick**', (route) => route.abort());
  await field(page).fill('kick.com/xqc');
  await page.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await fixed(page).inputValue()).toBe(`${house.stack.web}/e/xqc`);
  await page.unroute('**/data/embeds/kick**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await card(page).getByText('xqc is live').waitFor();
});

test('in Arabic, too, and by keyboard alone', async () => {
  const { page, context, problems } = await open({ viewport: { width: 360, height: 800 } });
  await context.addCookies([{ name: 'locale', value: 'ar-SA', url: house.stack.web }]);
  await page.reload();
  await page.locator('html[dir=rtl]').waitFor();
  await page.getByRole('textbox', { name: 'رابط إلى kick.com أو اسم قناة' }).focus();
  await page.keyboard.insertText('https://kick.com/xqc');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.value')).toBe(`${house.stack.web}/e/xqc`);
  await page.locator('.discord-embed-title').waitFor();
  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page, 'standards')).toEqual([]);
  expect(problems).toEqual([]);
});

test('the better link redirects a browser to kick.com, and gives a crawler the data for the card', async () => {
  const ask = (userAgent: string) =>
    fetch(`${house.stack.web}/e/xqc`, { redirect: 'manual', headers: { 'user-agent': userAgent } });
  const person = await ask(chrome);
  expect([person.status, person.headers.get('location')]).toEqual([302, 'https://kick.com/xqc']);
  const crawler = await ask(discordbot);
  expect([crawler.status, await crawler.text()]).toEqual([
    200,
    expect.stringContaining('<meta property="og:title" content="xqc is live">'),
  ]);
});

test('files behind the public address report their length, for whole, partial and HEAD requests', async () => {
  const token = await house.stack.logIn();
  const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(5_000)}\n%%EOF`);
  const body = new FormData();
  body.set('key', 'plan.pdf');
  body.set('file', new Blob([pdf], { type: 'application/pdf' }), 'plan.pdf');
  const headers = { authorization: `Bearer ${token}` };
  const put = await fetch(`${house.stack.server.url}/data/files`, { method: 'POST', headers, body });
  expect([put.status, await put.text()]).toEqual([200, expect.any(String)]);
  const url = `${house.stack.web}/files/content/plan.pdf`;
  const about = ({ status, headers: sent }: Response) => [
    status,
    sent.get('content-length'),
    sent.get('accept-ranges'),
  ];
  const whole = await fetch(url);
  expect(about(whole)).toEqual([200, String(pdf.length), 'bytes']);
  expect(Buffer.from(await whole.arrayBuffer()).equals(pdf)).toBe(true);
  expect(whole.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
  expect(about(await fetch(url, { method: 'HEAD' }))).toEqual([200, String(pdf.length), 'bytes']);
  const part = await fetch(url, { headers: { range: 'bytes=10-109' } });
  expect(about(part)).toEqual([206, '100', 'bytes']);
  expect(await part.text()).toBe(pdf.subarray(10, 110).toString());
  expect((await fetch(`${house.stack.web}/files/content/none.pdf`)).status).toBe(404);
});
