/**
 * Takes the pictures of docs/pictures again, from the built program and its simulated world: `npm run build`, then
 * `npm run pictures`. Nothing in them is drawn by hand; look at each before it is committed.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { nightCity } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, type VisitorOptions, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';

const ROOM_BYTES = 250_000;
const server = `/dashboard/server/${nightCity}`;
const wide = { viewport: { width: 1440, height: 900 } } as const;
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } as const;

interface Picture extends VisitorOptions {
  readonly name: string;
  readonly address: string;
  /** What must be seen before the picture is taken. */
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

/** Where plans are sold. */
const ofAShop: readonly Picture[] = [
  { name: 'premium-light', address: '/premium', shows: text('Get Server Premium'), ...light },
];

async function until(words: string, isTrue: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > giveUpAt) throw new Error(`Waited in vain: ${words}`);
    await pause(200);
  }
}

/** A server in the middle of its evening: some are live, one channel is gone, one is paused, two are one creator. */
async function liveThrough(stack: Stack, token: string): Promise<void> {
  const call = (path: string, method = 'GET', body?: object) =>
    fetch(`${stack.server.url}/data/guild/${nightCity}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const platform = (name: string) => stack.sim.worlds.get(name)?.controls ?? {};
  const room = (name: string) =>
    [...stack.sim.discord.state.channels.values()].find((each) => each.name === name && each.guildId === nightCity)?.id;
  const gone = (stack.discord('add-channel', { guild_id: nightCity, name: 'old-alerts' }) as { id: string }).id;

  platform('twitch')['add-creator']?.({ name: 'nordwind_live' });
  const follow = (path: string, body: object) =>
    until(`following ${path}`, async () => (await call(path, 'POST', body)).status === 200);
  await follow('/kick/xqc', { notificationChannelId: room('live-now') });
  await follow('/kick/lumi-vale', { notificationChannelId: room('live-now') });
  await follow('/kick/pixelpastor', { notificationChannelId: room('live-now') });
  await follow('/kick/kettlecorn', { notificationChannelId: room('clips') });
  await follow('/kick/nordwind', { notificationChannelId: gone });
  await follow('/twitch/shroud', { notificationChannelId: room('live-now') });
  await follow('/twitch/nordwind_live', { notificationChannelId: room('live-now') });
  await call('/kick/pixelpastor', 'PATCH', { paused: true });
  await call('/creators', 'POST', {
    name: 'Nordwind everywhere',
    channels: [
      { platform: 'kick', streamerUserName: 'nordwind' },
      { platform: 'twitch', streamerUserName: 'nordwind_live' },
    ],
    platformOrder: ['twitch', 'kick'],
  });
  await call('/kick/kettlecorn', 'PUT');
  stack.discord('remove-channel', { channel_id: gone });
  stack.kick('go-live', { who: 'nordwind', title: 'Rain, wind and chess' });
  stack.kick('go-live', { who: 'lumi-vale', title: 'Songs you ask for' });
  platform('twitch')['go-live']?.({ who: 'shroud', title: 'One more round' });
  stack.kick('go-live', { who: 'xqc', title: 'REACTING TO EVERYTHING' });
  await until('three posts and a failure', async () => {
    const { data } = (await (await call('/journal?limit=50')).json()) as { data: { rows: { outcome: string }[] } };
    const count = (...outcomes: string[]) => data.rows.filter((row) => outcomes.includes(row.outcome)).length;
    // A message is edited as soon as the first viewers are counted.
    return count('posted', 'edited', 'late') >= 4 && count('failed', 'skipped') > 0;
  });
}

async function take(page: Page, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.waitForLoadState('networkidle');
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  const picture = await sharp(shot).png({ palette: true, quality: 95, effort: 10, compressionLevel: 9 }).toBuffer();
  if (picture.length > ROOM_BYTES)
    throw new Error(`${name} weighs ${picture.length} bytes: more than a page can bear.`);
  await writeFile(fileURLToPath(new URL(`../docs/pictures/${name}.png`, import.meta.url)), picture);
  process.stdout.write(`${name}: ${Math.round(picture.length / 1024)} KiB\n`);
}

async function takeAll(browser: Browser, stack: Stack, pictures: readonly Picture[], token: string): Promise<void> {
  for (const { name, address, shows, ...options } of pictures) {
    const { context, page, leave } = await visit(browser, stack, { token, ...options });
    context.setDefaultTimeout(60_000);
    // The banner would stand in every picture.
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

const browser = await openBrowser();
try {
  const house = await startStack({ serverEnv: { PLANS: 'unlimited' } });
  try {
    const token = await house.logIn();
    await liveThrough(house, token);
    await takeAll(browser, house, ofAnOpenHouse, token);
    await takeTheWorld(browser, house);
  } finally {
    await house.close();
  }
  const shop = await startStack();
  try {
    await takeAll(browser, shop, ofAShop, await shop.logIn());
  } finally {
    await shop.close();
  }
} finally {
  await browser.close();
}
