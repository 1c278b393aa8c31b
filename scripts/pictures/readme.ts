/**
 * Retakes the pictures of docs/pictures, from the built program and its simulated world: `npm run build`, then `npm run
 * pictures`, or `npm run pictures media` for one set of them. Nothing is drawn by hand; check each before you commit
 * it.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, type VisitorOptions, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { liveThrough, request } from './scenes.ts';

const ROOM_BYTES = 250_000;
const server = `/dashboard/server/${nightCity}`;
const mediaRoom = `/dashboard/user/${demoUser}/media-sharing`;
const wide = { viewport: { width: 1440, height: 900 } } as const;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;

interface Picture extends VisitorOptions {
  readonly name: string;
  readonly address: string;
  /** Waits until the content is visible. */
  readonly shows: (page: Page) => Promise<unknown>;
}

const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor();
const dark = { ...wide, colorScheme: 'dark' } as const;
const light = { ...wide, colorScheme: 'light' } as const;

const ofAnOpenHouse: readonly Picture[] = [
  { name: 'notifications-dark', address: `${server}/notifications/kick`, shows: text('Lumi_Vale'), ...dark },
  { name: 'notifications-light', address: `${server}/notifications/kick`, shows: text('Lumi_Vale'), ...light },
  { name: 'notifications-phone', address: `${server}/notifications/kick`, shows: text('Lumi_Vale'), ...dark, ...phone },
  { name: 'streamer-dark', address: `${server}/notifications/kick/xqc`, shows: text('Watch stream'), ...dark },
  { name: 'journal-dark', address: `${server}/journal`, shows: text(/lumi.vale/i), ...dark },
  { name: 'creators-light', address: `${server}/creators`, shows: text('Nordwind everywhere'), ...light },
];

const ofAMediaRoom: readonly Picture[] = [
  { name: 'media-room-dark', address: mediaRoom, shows: text('Rain on a lighthouse'), ...dark },
  { name: 'media-room-phone', address: mediaRoom, shows: text('Rain on a lighthouse'), ...light, ...phone },
];

const ofViewers = (name: string): Picture => ({
  name: 'media-viewers-light',
  address: `/media/${name}`,
  shows: text('Rain on a lighthouse'),
  ...light,
});

/** The pages that sell plans. */
const ofAShop: readonly Picture[] = [
  { name: 'premium-light', address: '/premium', shows: text('Get Server Premium'), ...light },
];

async function take(page: Page, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForLoadState('networkidle');
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const picture = await sharp(shot).png({ palette: true, quality: 95, effort: 10, compressionLevel: 9 }).toBuffer();
  if (picture.length > ROOM_BYTES) throw new Error(`${name} has ${picture.length} bytes, too many for a page.`);
  await writeFile(fileURLToPath(new URL(`../../docs/pictures/${name}.png`, import.meta.url)), picture);
  // The handbook and the front page use this picture too.
  if (name === 'simulated-world-dark')
    await sharp(shot).resize({ width: 1200 }).webp({ quality: 70 }).toFile('docs/public/pictures/simulated-world.webp');
  process.stdout.write(`${name}: ${Math.round(picture.length / 1024)} KiB\n`);
}

async function takeAll(browser: Browser, stack: Stack, pictures: readonly Picture[], token: string): Promise<void> {
  for (const { name, address, shows, ...options } of pictures) {
    const { context, page, leave } = await visit(browser, stack, { token, ...options });
    context.setDefaultTimeout(60_000);
    // Hides the banner, which would be in every picture.
    await context.addInitScript("localStorage.setItem('youtube-promo-dismissed', 'true')");
    await page.goto(address);
    await shows(page);
    await take(page, name);
    await leave();
  }
}

async function takeTheWorld(browser: Browser, stack: Stack): Promise<void> {
  const { context, page, leave } = await visit(browser, stack, dark);
  context.setDefaultTimeout(60_000);
  await page.goto(stack.sim.url);
  await page
    .getByRole('navigation', { name: /^Channels of/ })
    .getByRole('button', { name: 'live-now', exact: true })
    .click();
  await page.getByRole('log').getByText('REACTING TO EVERYTHING').waitFor();
  await take(page, 'simulated-world-dark');
  await leave();
}

/** The sets of pictures, each taken on a separate stack. */
const sets: Readonly<Record<string, (browser: Browser) => Promise<void>>> = {
  servers: (browser) =>
    inHouse({ PLANS: 'unlimited' }, async (house, token) => {
      await liveThrough(house, token);
      await takeAll(browser, house, ofAnOpenHouse, token);
      await takeTheWorld(browser, house);
    }),
  media: (browser) =>
    inHouse({ PLANS: 'unlimited' }, async (house, token) => {
      const name = await request(house, token);
      await takeAll(browser, house, ofAMediaRoom, token);
      // Shows the page to a viewer who has requested a video.
      await takeAll(browser, house, [ofViewers(name)], await house.logIn(somebodyElse));
    }),
  shop: (browser) => inHouse({}, (shop, token) => takeAll(browser, shop, ofAShop, token)),
};

async function inHouse(
  serverEnv: Readonly<Record<string, string>>,
  work: (house: Stack, token: string) => Promise<void>,
): Promise<void> {
  const house = await startStack({ serverEnv });
  try {
    await work(house, await house.logIn());
  } finally {
    await house.close();
  }
}

const [only] = process.argv.slice(2);
const browser = await openBrowser();
try {
  for (const [name, takeSet] of Object.entries(sets)) if (only === undefined || only === name) await takeSet(browser);
} finally {
  await browser.close();
}
