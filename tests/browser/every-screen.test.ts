import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tiers } from '@tally/contract';
import { violations } from '@tally/tests/accessibility';
import { demoUser, nightCity, somebodyElse } from '@tally/tests/api';
import { type Stack, startStack } from '@tally/tests/stack';
import {
  layoutShift,
  nextFrame,
  openBrowser,
  openTab,
  sticksOut,
  type Visitor,
  visit,
  wear,
} from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

type Theme = 'dark' | 'light';

const app = 'apps/web/app';
const kickPage = `/dashboard/server/${nightCity}/notifications/kick`;
const widths = [320, 360, 768, 1440] as const;
/**
 * The smallest width has its own parts (panel, sheet); colors are the same at every width, and a theme changes only
 * colors.
 */
const looks: Readonly<
  Record<(typeof widths)[number], readonly (readonly [Theme, 'structure' | 'standards' | 'colours'])[]>
> = {
  320: [],
  360: [['dark', 'structure']],
  768: [],
  1440: [
    ['dark', 'standards'],
    ['light', 'colours'],
  ],
};
const patient = { timeout: 60_000, interval: 100 };

/** Pages that must not move while loading, and their tolerance. */
const steady = ['/', '/dashboard', kickPage, `${kickPage}/xqc`];
const LAYOUT_SHIFT_AT_MOST = 0.02;

const aGiveaway = 'gw_example';
const anInvitation = 'invitation';
const aMediaRoom = 'media_room';
const aMediaPlayer = 'media_player';
const anIncident = 'incident_example';
const aWish = 'wish_example';

/** Examples for the variable parts of a URL. */
const examples: readonly (readonly [RegExp, string])[] = [
  [/\/\[\.\.\.missing\]/, '/an-address-that-leads-nowhere'],
  [/\/checkout\/\[id\]/, `/checkout/${tiers.ServerPremium}?server=${nightCity}`],
  [/\/admin\/people\/\[id\]/, `/admin/people/${demoUser}`],
  [/\/admin\/servers\/\[id\]/, `/admin/servers/${nightCity}`],
  [/\/admin\/premium\/\[id\]/, `/admin/premium/${nightCity}`],
  [/\/server\/\[id\]/, `/server/${nightCity}`],
  [/\/user\/\[id\]/, `/user/${demoUser}`],
  [/\/link\/\[platform\]/, '/link/kick'],
  [/\/\[platform\]/, '/kick'],
  [/\/\[streamer\]/, '/xqc'],
  [/\/messages\/\[type\]/, '/messages/kickLive'],
  // The giveaway that is created below; the server chooses its id.
  [/\/\[server\]\/\[giveaway\]/, `/${nightCity}/${aGiveaway}`],
  [/\/join\/\[code\]/, `/join/${anInvitation}`],
  [/\/media\/\[name\]/, `/media/${aMediaRoom}`],
  [/\/media\/player\/\[token\]/, `/media/player/${aMediaPlayer}`],
  // No recording is saved, so the page shows that it was deleted.
  [/\/vods\/\[server\]\/\[recording\]/, `/vods/${nightCity}/a_recording`],
  // No clip is posted, so the page shows that it is missing.
  [/\/twitch\/\[clip\]/, '/twitch/CarefulLamp'],
  [/\/changelogs\/\[id\]/, '/changelogs/a-lamp'],
  [/\/admin\/status\/\[id\]/, '/admin/status/new'],
  [/\/status\/\[id\]/, `/status/${anIncident}`],
  [/\/docs\/\[section\]/, '/docs/platforms'],
  [/\/platforms\/\[doc\]/, '/platforms/kick'],
  [/\/feedback\/\[id\]/, `/feedback/${aWish}`],
  [/\/blogs\/\[id\]/, '/blogs/a-lamp'],
  [/\/blog\/\[slug\]/, '/blog/a-lamp'],
  [/\/giveaways\/\[giveaway\]/, `/giveaways/${aGiveaway}`],
  // The checkout of Server Premium for that server.
  [/\/checkout\/\[id\]/, `/checkout/044e5c41?server=${nightCity}`],
  [/\/premium\/\[id\]/, '/premium/044e5c41'],
];

/** Returns every page of the app from its folders, so new pages are tested too. */
function everyScreen(): string[] {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  return (
    files
      .filter((file) => file.endsWith('page.tsx'))
      .map((file) => join('/', dirname(file)).replace(/\/\([^)]+\)/g, '') || '/')
      // Four more short addresses share the screen of /support.
      .filter((route) => !['/discord', '/vote', '/twitter', '/tiktok'].includes(route))
      .map((route) => examples.reduce((address, [part, example]) => address.replace(part, example), route))
      .sort()
  );
}

let stack: Stack;
let browser: Browser;
let token: string;
/** Opens the pages in tabs side by side, because separate browsers would each load the same scripts. */
let owner: Visitor;
let giveawayId: string;
let incidentId: string;
let wishId: string;
let code: string;
let media: { room: string; player: string };

beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), openBrowser()]);
  token = await stack.logIn();
  await follow('xqc', 'live-now');
  await follow('lumi-vale', 'clips');
  await goLive('xqc');
  giveawayId = await giveAway('live-now');
  await announce('a-lamp');
  incidentId = await tellOfIncident();
  wishId = await wish();
  await write('a-lamp');
  // Creates the person's own team with an invitation and a member, and an invitation to another team.
  const other = await stack.logIn(somebodyElse);
  await joinTeam(await inviteTo('Night shift', token), other);
  await inviteTo(null, token);
  code = await inviteTo('Day shift', other);
  media = await openMediaRoom();
  owner = await visit(browser, stack, { token, colorScheme: 'dark' });
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

const call = (path: string, init: RequestInit = {}, who = token) =>
  fetch(stack.server.url + path, {
    ...init,
    headers: { authorization: `Bearer ${who}`, 'content-type': 'application/json' },
  });
const streamers = async () => (await call(`/data/guild/${nightCity}/kick`)).text();

async function follow(name: string, room: string): Promise<void> {
  const channels = [...stack.sim.discord.state.channels.values()];
  const channel = channels.find((each) => each.name === room && each.guildId === nightCity);
  const body = JSON.stringify({ notificationChannelId: channel?.id });
  // Retries, because the bot reports its servers shortly after the start.
  const add = () => call(`/data/guild/${nightCity}/kick/${name}`, { method: 'POST', body });
  await vi.waitFor(async () => expect((await add()).status).toBe(200), patient);
}

async function goLive(who: string): Promise<void> {
  stack.kick('go-live', { who, title: 'Hello' });
  await vi.waitFor(async () => expect(await streamers()).toContain('"isCurrentlyLive":{'), patient);
}

async function giveAway(room: string): Promise<string> {
  const channel = [...stack.sim.discord.state.channels.values()].find(
    (each) => each.name === room && each.guildId === nightCity,
  );
  const path = `/data/giveaways/${nightCity}`;
  const body = JSON.stringify({ channelId: channel?.id, name: 'A lamp', durationMinutes: 600, winnerCount: 1 });
  expect((await call(path, { method: 'POST', body })).status).toBe(200);
  const { data } = (await (await call(path)).json()) as { data: { existing: { giveawayId: string }[] } };
  return data.existing[0]?.giveawayId ?? '';
}

/** Creates an incident that has ended, because an ongoing one would be shown above every other page. */
async function tellOfIncident(): Promise<string> {
  const startsAt = '2026-11-25T00:00:00Z';
  const about = { title: 'Lamps are dark', isMaintenance: false, components: ['api'], startsAt, endsAt: startsAt };
  const body = JSON.stringify({ ...about, text: 'They are lit again.' });
  const answer = await call('/status/incidents', { method: 'POST', body });
  return ((await answer.json()) as { data: { incidentId: string } }).data.incidentId;
}

async function wish(): Promise<string> {
  const body = JSON.stringify({ kind: 'idea', title: 'A lamp', text: 'A green one' });
  const answer = await call('/data/feedback', { method: 'POST', body });
  return ((await answer.json()) as { data: { wishId: string } }).data.wishId;
}

async function announce(identifier: string): Promise<void> {
  const changes = ['New: lamps', 'Fixed: a switch'];
  const body = JSON.stringify({ identifier, title: 'Lamps', date: '2026-11-25T00:00:00Z', changes, isPublic: true });
  expect((await call('/data/news', { method: 'POST', body })).status).toBe(200);
}

async function write(identifier: string): Promise<void> {
  const face = { authorName: 'Ada', authorIcon: `${stack.web}/icon.svg` };
  const text = { title: 'Lamps', content: '## One\n\nWords\n\n## Two\n\n## Three', tags: ['lamps'] };
  const body = JSON.stringify({ identifier, ...text, ...face, isPinned: true, isPublic: true });
  expect((await call('/data/blogs', { method: 'POST', body })).status).toBe(200);
}

/** Invites to a new team with this name, or to the one that the person already leads. */
async function inviteTo(teamName: string | null, who: string): Promise<string> {
  const path = '/data/teams';
  if (teamName !== null) await call(path, { method: 'POST', body: JSON.stringify({ teamName }) }, who);
  const { data } = (await (await call(path, {}, who)).json()) as { data: { managedTeam: { teamId: string } } };
  const body = JSON.stringify({ bitfieldToSet: '1' });
  const made = await call(`${path}/${data.managedTeam.teamId}/invite`, { method: 'PUT', body }, who);
  return ((await made.json()) as { data: string }).data;
}
const joinTeam = (invitation: string, who: string) =>
  call(`/data/teams/join?code=${invitation}`, { method: 'PUT' }, who);

/** Opens the visitor's room. Returns the name of its viewers' page, and the last part of the player's URL. */
async function openMediaRoom(): Promise<typeof media> {
  const body = JSON.stringify({ mediaShare: { enabled: true } });
  await call(`/data/user/${demoUser}`, { method: 'PATCH', body });
  const path = `/data/media/${demoUser}`;
  const { data: room } = (await (await call(path)).json()) as { data: { name: string } };
  const { data: player } = (await (await call(`${path}/player/address`, { method: 'POST' })).json()) as {
    data: { url: string };
  };
  return { room: encodeURIComponent(room.name), player: player.url.split('/').at(-1) ?? '' };
}

/** Waits until everything has loaded. */
async function settle(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.evaluate('document.fonts.ready.then(() => undefined)');
}

test('every changing part of an address has an example', () => {
  expect(everyScreen().filter((address) => address.includes('['))).toEqual([]);
  expect(everyScreen()).toEqual(expect.arrayContaining(steady));
});

// Each page is loaded once and then checked in both themes and all widths, because loading takes longer.
describe('in both themes, at every width', () => {
  test.concurrent.each(everyScreen())('%s', async (address) => {
    const { page, problems, leave } = await openTab(owner);
    try {
      const made = address
        .replace(aGiveaway, giveawayId)
        .replace(anInvitation, code)
        .replace(anIncident, incidentId)
        .replace(aWish, wishId);
      await page.goto(made.replace(aMediaRoom, media.room).replace(aMediaPlayer, media.player));
      await settle(page);
      const found: unknown[] = [];
      const jumped = steady.includes(address) ? await layoutShift(page) : 0;
      if (jumped > LAYOUT_SHIFT_AT_MOST) found.push({ jumped });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await nextFrame(page);
        for (const html of await sticksOut(page)) found.push({ width, sticksOut: html });
        for (const [theme, wanted] of looks[width]) {
          await wear(page, theme);
          for (const violation of await violations(page, wanted)) found.push({ width, theme, violation });
        }
      }
      const expected = address.includes('an-address') || address === '/support' ? /status of 404/ : /^$/;
      expect([...found, ...problems.filter((problem) => !expected.test(problem))]).toEqual([]);
    } finally {
      await leave();
    }
  });
});

test.concurrent.each([
  ['/', true],
  ['/', false],
  ['/dashboard', true],
  [kickPage, true],
] as const)('right to left, nothing sticks out: %s, logged in: %s', async (address, isLoggedIn) => {
  const { page, context, problems, leave } = await visit(browser, stack, isLoggedIn ? { token } : {});
  try {
    await context.addCookies([{ name: 'locale', value: 'ar-SA', url: stack.web }]);
    await page.goto(address);
    await page.locator('html[dir=rtl]').waitFor();
    await settle(page);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await nextFrame(page);
      expect([width, await sticksOut(page)]).toEqual([width, []]);
      const search = await page.locator('#header button[aria-keyshortcuts]').boundingBox();
      expect(search?.width).toBeGreaterThanOrEqual(36);
    }
    expect(await violations(page, 'standards')).toEqual([]);
    expect(problems).toEqual([]);
  } finally {
    await leave();
  }
});
