import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { minutes } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { openBrowser } from '@tally/tests/visitor';
import { Parser } from 'm3u8-parser';
import type { Browser, Page, Route } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Public clients read and play recordings of the simulated Kick, which they reach under its real address. */
const site = 'http://site.example';
const streams = 'https://stream.kick.com';
let sim: Sim;
let browser: Browser;
let master: string;

beforeAll(async () => {
  [sim, browser] = await Promise.all([
    startSim({ limits: false }),
    openBrowser(['--autoplay-policy=no-user-gesture-required']),
  ]);
  act('go-live', { who: 'xqc' });
  sim.clock.advance(minutes(1) + 5_000);
  act('end', { who: 'xqc' });
  master = (await findRecording()).replace(`${sim.url}/kick/stream`, streams);
});
afterAll(async () => {
  await browser?.close();
  await sim?.close();
});

const act = (action: string, body: object) => sim.worlds.get('kick')?.controls[action]?.(body);

/** Sends the same request as kick.com's page. */
async function findRecording(): Promise<string> {
  const at = `${sim.url}/kick/web/api/v1`;
  const headers = { origin: 'https://kick.com', referer: 'https://kick.com/' };
  const listed = (await (await fetch(`${at}/channels/1676/videos`, { headers })).json()) as { data: { id: string }[] };
  const answer = await fetch(`${at}/stream/${listed.data[0]?.id}/playback`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      video_player: { player: {} },
      video_session: {},
      user_session: { non_personalised_ads: true },
    }),
  });
  const { data } = (await answer.json()) as { data: { playback_url: { vod: string } } };
  return data.playback_url.vod;
}

const inSim = (url: string): string => url.replace(streams, `${sim.url}/kick/stream`);
const read = async (url: string) => {
  const parser = new Parser();
  parser.push(await (await fetch(inSim(url))).text());
  parser.end();
  return parser.manifest;
};

test('m3u8-parser reads its sizes, its pieces, and where its clock restarts', async () => {
  const { playlists = [] } = await read(master);
  expect(playlists.map(({ attributes }) => attributes.RESOLUTION)).toEqual([
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
  ]);
  const media = await read(new URL(playlists[1]?.uri ?? '', master).href);
  expect([media.endList, media.playlistType, media.targetDuration, media.mediaSequence]).toEqual([true, 'VOD', 12, 0]);
  expect(media.segments.map(({ duration, discontinuity }) => [duration, discontinuity ?? false])).toEqual(
    [0, 1, 2, 3, 4, 5, 6].map((number) => [10, number > 0 && number % 3 === 0]),
  );
});

test('hls.js plays it in a browser, past the place where its clock restarts, and to its end', async () => {
  const page = await openPlayer();
  const ask = async (what: string): Promise<unknown> => await page.evaluate(`document.querySelector('video').${what}`);
  await expect.poll(() => ask('duration'), { timeout: 30_000 }).toBeCloseTo(70, 0);
  for (const second of [29, 66]) {
    await ask(`currentTime = ${second}`);
    await ask('play()');
    await expect.poll(() => ask('currentTime'), { timeout: 30_000 }).toBeGreaterThan(second + 2);
  }
  expect(await page.evaluate('window.troubles')).toEqual([]);
});

async function openPlayer(): Promise<Page> {
  const page = await browser.newPage();
  const hls = await readFile(path.join('node_modules', 'hls.js', 'dist', 'hls.min.js'), 'utf8');
  await page.route('**', (route) => route.abort());
  await page.route(`${site}/`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A player</title><video muted></video>' }),
  );
  await page.route(`${streams}/**`, fromSim);
  await page.goto(`${site}/`);
  await page.addScriptTag({ content: hls });
  await page.evaluate(`
    window.troubles = [];
    const hls = new Hls();
    hls.on(Hls.Events.ERROR, (event, { fatal, details }) => { if (fatal) window.troubles.push(details); });
    hls.loadSource(${JSON.stringify(master)});
    hls.attachMedia(document.querySelector('video'));
  `);
  return page;
}

/** Allows every origin, as Kick's CDN does. */
async function fromSim(route: Route): Promise<void> {
  const answer = await fetch(inSim(route.request().url()));
  await route.fulfill({
    status: answer.status,
    headers: { 'content-type': answer.headers.get('content-type') ?? '', 'access-control-allow-origin': '*' },
    body: Buffer.from(await answer.arrayBuffer()),
  });
}
