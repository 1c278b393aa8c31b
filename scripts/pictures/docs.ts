/**
 * Retakes the handbook's pictures (docs/public/pictures), from the built program and its simulated world: `npm run
 * build`, then `npm run docs:pictures`, or `npm run docs:pictures overrides journal` for some of them. Check each
 * before you commit it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, type VisitorOptions, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import { liveThrough, request, until } from './scenes.ts';

/** The maximum size of a picture. A page with three of them is still small. */
const ROOM_BYTES = 60_000;
const folder = new URL('../../docs/public/pictures/', import.meta.url);
const server = `/dashboard/server/${nightCity}`;
const dark = { viewport: { width: 1200, height: 760 }, colorScheme: 'dark' } as const;

/** Wide enough to show the preview next to the editor. */
const desk = { viewport: { width: 1440, height: 900 } } as const;

interface Picture extends VisitorOptions {
  readonly name: string;
  readonly address: string;
  /** Presses the necessary buttons and waits until the content is visible. */
  readonly shows: (page: Page) => Promise<unknown>;
}

const words = (wanted: string | RegExp) => (page: Page) => page.getByText(wanted).first().waitFor();
const title = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name }).waitFor();
const at = (name: string, address: string, shows: Picture['shows']): Picture => ({ name, address, shows });

const ofAServer = (giveaway: string): readonly Picture[] => [
  at('dashboard', '/dashboard', words('Live now')),
  at('server', server, words('Night City')),
  at('manage', `${server}/manage`, words(/quiet hours/i)),
  at('notifications', `${server}/notifications/kick`, words('Lumi_Vale')),
  at('add-streamer', `${server}/notifications/kick?add`, (page) => page.getByRole('dialog').waitFor()),
  { ...at('streamer', `${server}/notifications/kick/xqc`, words('Watch stream')), ...desk },
  at('journal', `${server}/journal`, words(/lumi.vale/i)),
  at('error-log', `${server}/error-logs`, words('no longer exists')),
  at('overrides', `${server}/overrides`, words('chess')),
  { ...at('message-editor', `${server}/messages/kickLive`, words('Write your own')), ...desk },
  at('creators', `${server}/creators`, words('Nordwind everywhere')),
  { ...at('live-role', `${server}/auto-twitch-live-role`, words('Streaming on Twitch')), ...desk },
  { ...at('birthday', `${server}/birthday`, title(/.+/)), ...desk },
  {
    ...at('welcome-leave', `${server}/welcome-leave`, (page) => page.locator('img.discord-embed-image').waitFor()),
    ...desk,
  },
  { ...at('starboard', `${server}/starboard`, words('The best message of the week.')), ...desk },
  { ...at('sticky-message', `${server}/sticky-message`, words(/read the rules/i)), ...desk },
  at('giveaways', `${server}/giveaways`, words('A lamp')),
  at('giveaway-create', `${server}/giveaways/create`, title(/.+/)),
  at('giveaway', `${server}/giveaways/${giveaway}`, words('A lamp')),
  at('emotes', `${server}/emotes`, title(/.+/)),
  at('settings', '/settings', title(/.+/)),
  at('teams', `/dashboard/user/${demoUser}/teams`, words('Night shift')),
  at('giveaway-proof', `/giveaways/${nightCity}/${giveaway}`, words('A lamp')),
  at('chat-widget', '/chat-widget', title(/.+/)),
  at('kick-overlay-maker', '/kick-overlay-maker', title(/.+/)),
  at('kick-embed-fix', '/kick-links-discord-embed', title(/.+/)),
  at('emote-downloader', '/kick-emote-downloader', title(/.+/)),
];

async function furnish(stack: Stack, token: string): Promise<string> {
  const call = async (path: string, method: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(stack.server.url + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: unknown }).data;
  };
  const ofServer = `/data/guild/${nightCity}`;
  const room = (name: string) =>
    [...stack.sim.discord.state.channels.values()].find((each) => each.name === name && each.guildId === nightCity)?.id;
  await call(ofServer, 'PATCH', {
    birthdayEnabled: true,
    birthdayChannelId: room('live-now'),
    welcomeEnabled: true,
    welcomeChannelId: room('live-now'),
    welcomeCard: true,
    cardBackground: 'glow',
    welcomePing: true,
  });
  await call(`${ofServer}/overrides`, 'PATCH', {
    priorityOnConflict: 20,
    applyTo: ['kick', 'twitch'],
    query: ['chess'],
    queryIn: ['title', 'category'],
    actions: ['autoPublish'],
    overrideChannelId: room('clips'),
  });
  await call(`${ofServer}/overrides`, 'PATCH', {
    priorityOnConflict: 10,
    applyTo: ['kick'],
    query: ['rerun'],
    queryIn: ['title'],
    actions: ['cancel'],
  });
  await call(`${ofServer}/stickyMessages`, 'PATCH', {
    channelId: room('clips'),
    content: 'Please read the rules before you post a clip.',
  });
  await call(`/data/starboards/${nightCity}`, 'POST', { channelId: room('clips'), threshold: 3 });
  await call(`/data/giveaways/${nightCity}`, 'POST', {
    channelId: room('live-now'),
    name: 'A lamp',
    durationMinutes: 720,
    winnerCount: 2,
  });
  await call('/data/teams', 'POST', { teamName: 'Night shift' });
  const { existing } = (await call(`/data/giveaways/${nightCity}`, 'GET')) as { existing: { giveawayId: string }[] };
  return existing[0]?.giveawayId ?? '';
}

/** Waits only for visible pictures, because a page with live data never stops making requests. */
const visiblePictures = `Promise.all([...document.images]
  .filter((each) => each.getBoundingClientRect().top < innerHeight)
  .map((each) => each.decode().catch(() => undefined))).then(() => undefined)`;

async function take(page: Page, name: string): Promise<void> {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(visiblePictures);
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await keep(shot, name);
}

/** Saves the picture with the best quality that fits the size limit. */
async function keep(shot: Uint8Array, name: string): Promise<void> {
  for (const quality of [82, 70, 58, 46]) {
    const picture = await sharp(shot).webp({ quality, effort: 6 }).toBuffer();
    if (picture.length > ROOM_BYTES) continue;
    await writeFile(new URL(`${name}.webp`, folder), picture);
    process.stdout.write(`${name}: ${Math.round(picture.length / 1024)} KiB\n`);
    return;
  }
  throw new Error(`${name} is too large for a page.`);
}

const wanted = new Set(process.argv.slice(2));
const isWanted = ({ name }: { name: string }): boolean => wanted.size === 0 || wanted.has(name);
const failed: string[] = [];

async function takeAll(browser: Browser, stack: Stack, token: string, pictures: readonly Picture[]): Promise<void> {
  for (const { name, address, shows, ...options } of pictures.filter(isWanted)) {
    const { context, page, leave } = await visit(browser, stack, { token, ...dark, ...options });
    context.setDefaultTimeout(30_000);
    // Hides the banner, which would be in every picture.
    await context.addInitScript("localStorage.setItem('youtube-promo-dismissed', 'true')");
    try {
      await page.goto(address);
      await shows(page);
      await take(page, name);
    } catch (error) {
      failed.push(`${name}: ${String(error).split('\n')[0]}`);
    }
    await leave();
  }
}

/** Takes a picture of a live message in the simulated Discord. */
async function takeTheMessage(browser: Browser, stack: Stack): Promise<void> {
  if (!isWanted({ name: 'message' })) return;
  const { page, leave } = await visit(browser, stack, dark);
  await page.goto(stack.sim.url);
  await page
    .getByRole('navigation', { name: /^Channels of/ })
    .getByRole('button', { name: 'live-now', exact: true })
    .click();
  await page.getByRole('log').getByText('REACTING TO EVERYTHING').waitFor();
  await take(page, 'message');
  await leave();
}

async function inHouse(env: Readonly<Record<string, string>>, work: (stack: Stack, token: string) => Promise<void>) {
  const stack = await startStack({ serverEnv: env });
  try {
    await work(stack, await stack.logIn());
  } finally {
    await stack.close();
  }
}

await mkdir(fileURLToPath(folder), { recursive: true });
const browser = await openBrowser();
try {
  await inHouse({ PLANS: 'unlimited' }, async (stack, token) => {
    await liveThrough(stack, token);
    await takeTheMessage(browser, stack);
    await takeAll(browser, stack, token, ofAServer(await furnish(stack, token)));
  });
  await inHouse({ PLANS: 'unlimited' }, async (stack, token) => {
    const name = await request(stack, token);
    const room = `/dashboard/user/${demoUser}/media-sharing`;
    await until('the room answers', async () => name !== '');
    await takeAll(browser, stack, token, [at('media-room', room, words('Rain on a lighthouse'))]);
    await takeAll(browser, stack, await stack.logIn(somebodyElse), [
      at('media-viewers', `/media/${name}`, words('Rain on a lighthouse')),
    ]);
  });
  await inHouse({}, async (stack, token) => {
    await takeAll(browser, stack, token, [at('premium', '/premium', words('Get Server Premium'))]);
  });
} finally {
  await browser.close();
}
if (failed.length > 0) throw new Error(`Not taken:\n${failed.join('\n')}`);
