import { violations } from '@tally/tests/accessibility';
import { useHouse } from '@tally/tests/house';
import { sticksOut } from '@tally/tests/visitor';
import { expect, test } from 'vitest';

/** A stranger opens the landing page and its links. */
const house = useHouse();
const { open } = house;

test('a stranger tries the product on the front page', async () => {
  const { page, problems } = await open('/');
  const scene = (name: string) => page.getByRole('region', { name });
  const show = async (name: string) => {
    await scene(name).scrollIntoViewIfNeeded();
    return scene(name);
  };

  const post = await show('Wherever they go live, posted once');
  await post.getByRole('textbox', { name: 'Stream title' }).fill('A very late night');
  await post.getByRole('figure').getByText('A very late night').waitFor();
  await post.getByRole('tab', { name: 'Twitch' }).click();
  await post
    .getByRole('figure')
    .getByText(/Twitch/)
    .waitFor();

  const silent = await show('It never fails in silence');
  await silent.getByRole('switch', { name: 'Send Messages', exact: true }).click();
  await silent.getByText('Missing: Send Messages').waitFor();
  await silent.getByRole('button', { name: 'Fix' }).click();
  await silent.getByText('Posted', { exact: true }).waitFor();

  const words = await show('Say it in your words');
  await words.getByRole('textbox', { name: 'Text' }).fill('Hello {category}');
  await words.getByRole('figure').getByText('Hello Minecraft').waitFor();

  const community = await show('More than stream alerts');
  await community.locator('[data-step=winners][data-verdict=right]').waitFor();
  await community.getByRole('button', { name: 'Swap the winners' }).click();
  await community.locator('[data-step=winners][data-verdict=wrong]').waitFor();

  const streamers = await show('Built for streamers too');
  await streamers.getByRole('button', { name: /^Approve/ }).click();
  await streamers.getByRole('heading', { name: 'In the queue' }).waitFor();

  const tools = await show('Free tools, no login');
  await tools.getByRole('textbox', { name: /link/i }).fill('kick.com/xqc');
  await tools.locator('.discord').waitFor();
  await tools.locator('canvas').first().waitFor();

  expect(await sticksOut(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
});

test('without scripts the words, the features and still pictures remain', async () => {
  const { page } = await open('/', { javaScriptEnabled: false });
  const post = page.getByRole('region', { name: 'Wherever they go live, posted once' });
  expect(await post.getByRole('link', { name: 'Kick alerts' }).getAttribute('href')).toBe('/docs/platforms/kick');
  await post.getByRole('img').waitFor();
});

test('on a phone the menu links to every page, and Escape restores the focus', async () => {
  const { page, problems } = await open('/', { viewport: { width: 360, height: 780 } });
  const button = page.getByRole('button', { name: 'Open the menu' });
  await button.click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  for (const name of [
    'Login',
    'Premium',
    'Docs',
    'Questions',
    'Blog',
    'Status',
    'Chat Widget',
    'Kick Emote Downloader',
  ])
    await menu.getByRole('link', { name }).waitFor();
  await menu.getByRole('combobox', { name: 'Language' }).waitFor();
  await menu.getByRole('button', { name: /^Switch to the/ }).click();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  await expect.poll(() => button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(problems).toEqual([]);
});

test('the banner is one line of 36 px, on a phone too, and never the largest paint', async () => {
  for (const width of [360, 1440]) {
    const { page } = await open('/', { viewport: { width, height: 800 } });
    const banner = page.getByRole('complementary').first();
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(37);
    const largest = `new Promise((resolve) => new PerformanceObserver((list) => resolve(Boolean(
      list.getEntries().at(-1).element?.closest('aside')))).observe({ type: 'largest-contentful-paint', buffered: true }))`;
    expect(await page.evaluate(largest)).toBe(false);
  }
});

test('a short address that is not set up is explained, with the setting for staff and other ways for everyone', async () => {
  const stranger = await open('/');
  expect((await stranger.page.goto('/support'))?.status()).toBe(404);
  await stranger.page.getByRole('heading', { name: 'Not set up here' }).waitFor();
  await stranger.page.getByRole('main').getByRole('link', { name: 'Get help' }).waitFor();
  expect(await stranger.page.getByRole('main').textContent()).not.toContain('SUPPORT_URL');
  const { page } = await open('/vote', { token: house.ownerToken });
  await page.getByText('VOTE_URL').waitFor();
});
