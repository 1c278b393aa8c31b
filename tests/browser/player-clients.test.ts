import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Sim, startSim } from '@tally/sim/start';
import { openBrowser } from '@tally/tests/visitor';
import type { Browser, BrowserContext, Page, Route } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

/**
 * Public clients of the real players drive the simulated ones. They know only the real addresses, so the browser
 * redirects these to the simulated world; nothing else outside this machine is reached.
 */
const patient = { timeout: 45_000, interval: 20 };
const site = 'http://site.example';
let sim: Sim;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [sim, browser] = await Promise.all([
    startSim({ limits: false }),
    openBrowser(['--autoplay-policy=no-user-gesture-required']),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await sim?.close();
});
afterEach(() => context?.close());

/** Opens a page of another site with this body. */
async function open(body: string): Promise<Page> {
  context = await browser.newContext();
  await context.route('**', (route) => route.abort());
  await context.route(`${site}/`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.route(`${site}/vidstack/**`, (route) => fromPackage(route, 'vidstack', 'cdn'));
  await context.route(`${site}/tiktok-video-element/**`, (route) => fromPackage(route, 'tiktok-video-element', 'dist'));
  // The page would load icons and captions from elsewhere; neither matters here.
  await context.route('https://cdn.jsdelivr.net/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: '' }),
  );
  await context.route('https://www.youtube-nocookie.com/**', (route) => fromSim(route, 'youtube-player'));
  await context.route('https://www.tiktok.com/**', (route) => fromSim(route, 'tiktok-player'));
  const page = await context.newPage();
  await page.goto(`${site}/`);
  return page;
}

async function fromPackage(route: Route, name: string, folder: string): Promise<void> {
  const file = new URL(route.request().url()).pathname.slice(name.length + 2);
  await route.fulfill({
    contentType: 'text/javascript',
    body: await readFile(path.join('node_modules', name, folder, file), 'utf8'),
  });
}

async function fromSim(route: Route, world: string): Promise<void> {
  const { pathname, search } = new URL(route.request().url());
  // The world's events are a stream, which cannot be forwarded. These tests need no faults.
  if (pathname.startsWith('/control/')) return await route.fulfill({ status: 204 });
  const { referer } = await route.request().allHeaders();
  const at = pathname.startsWith('/page/') ? pathname : `/${world}${pathname}`;
  const answer = await fetch(`${sim.url}${at}${search}`, { headers: referer ? { referer } : {} });
  const { status } = answer;
  await route.fulfill({
    status,
    headers: Object.fromEntries(answer.headers),
    body: Buffer.from(await answer.arrayBuffer()),
  });
}

const inFrame = async (page: Page) =>
  await page.frames().at(1)?.evaluate<Record<string, string>>(`({ ...document.querySelector('main')?.dataset })`);
const expectShown = (page: Page, expected: object) =>
  vi.waitFor(async () => expect(await inFrame(page)).toMatchObject(expected), patient);
const expectTold = (page: Page, expression: string, expected: unknown) =>
  vi.waitFor(async () => expect(await page.evaluate(expression)).toEqual(expected), patient);
function made(world: string, action: string, body: object): string {
  const answer = sim.worlds.get(world)?.controls[action]?.(body);
  return (answer as { video_id: string }).video_id;
}

describe('vidstack and the player of YouTube', () => {
  test('plays, reports the time, seeks, mutes and stops, and receives the end', async () => {
    const id = made('youtube', 'upload', { who: 'mkbhd', title: 'A talk', seconds: 120 });
    const page = await open(`<!doctype html><body>
      <media-player src="youtube/${id}" load="eager" title="x"><media-provider></media-provider></media-player>
      <script type="module" src="/vidstack/vidstack.js"></script>`);
    const state = `(({ canPlay, duration, paused, muted, ended }) => ({ canPlay, duration, paused, muted, ended }))(document.querySelector('media-player').state)`;
    await expectTold(page, state, { canPlay: true, duration: 120, paused: true, muted: false, ended: false });
    await page.evaluate(`document.querySelector('media-player').play()`);
    await expectShown(page, { state: 'playing' });
    await expectTold(page, `document.querySelector('media-player').currentTime > 0.5`, true);
    await page.evaluate(`Object.assign(document.querySelector('media-player'), { currentTime: 60, volume: 0.3 })`);
    await expectShown(page, { state: 'playing', volume: '30' });
    await expectTold(page, `document.querySelector('media-player').currentTime > 60`, true);
    await page.evaluate(`document.querySelector('media-player').pause()`);
    await expectShown(page, { state: 'paused' });
    await expectTold(page, `document.querySelector('media-player').state.paused`, true);
    await page.evaluate(`Object.assign(document.querySelector('media-player'), { currentTime: 119 }).play()`);
    await expectTold(page, `document.querySelector('media-player').state.ended`, true);
    expect(sim.unknownCalls).toEqual([]);
  });
});

describe('a page that lies about its origin', () => {
  test('gets no answer and is not obeyed', async () => {
    const id = made('youtube', 'upload', { who: 'mkbhd', seconds: 120 });
    const address = (origin: string) =>
      `https://www.youtube-nocookie.com/embed/${id}?enablejsapi=1&origin=${encodeURIComponent(origin)}`;
    const page = await open(`<!doctype html><body>
      <script>
        const heard = [];
        addEventListener('message', ({ data }) => heard.push(JSON.parse(data).event));
        const say = (message) => frames[0].postMessage(JSON.stringify({ id: 1, channel: 'widget', ...message }), '*');
      </script>
      <iframe src="${address('https://other.example')}" allow="autoplay"></iframe>`);
    const say = `say({ event: 'listening' }); say({ event: 'command', func: 'playVideo' });`;
    await expectShown(page, { state: 'ready' });
    await page.evaluate(say);
    // Sends the correct message from the same frame. By then, an answer to the wrong one would have arrived.
    await page.evaluate(`document.querySelector('iframe').src = ${JSON.stringify(address(site))}`);
    await vi.waitFor(() => expect(page.frames()[1]?.url()).toContain('site.example'), patient);
    await expectShown(page, { state: 'ready' });
    expect(await page.evaluate('heard')).toEqual([]);
    await page.evaluate(say);
    await expectShown(page, { state: 'playing' });
    await expectTold(page, `heard.slice(0, 2)`, ['initialDelivery', 'onReady']);
  });
});

describe('tiktok-video-element and the player of TikTok', () => {
  test('plays, reports the time, seeks, mutes and stops', async () => {
    const id = made('tiktok', 'upload-video', { who: 'lena.bakes', text: 'A post' });
    const page = await open(`<!doctype html><body>
      <tiktok-video src="https://www.tiktok.com/@lena.bakes/video/${id}" autoplay></tiktok-video>
      <script type="module" src="/tiktok-video-element/tiktok-video-element.js"></script>`);
    const video = `document.querySelector('tiktok-video')`;
    await expectShown(page, { state: 'playing', volume: '0' });
    await expectTold(page, `(({ paused, muted }) => ({ paused, muted }))(${video})`, { paused: false, muted: true });
    await page.evaluate(`${video}.muted = false`);
    await expectShown(page, { state: 'playing', volume: '100' });
    await expectTold(page, `${video}.currentTime > 0.3 && ${video}.duration > 1`, true);
    await page.evaluate(`${video}.pause()`);
    await expectShown(page, { state: 'paused' });
    await page.evaluate(`${video}.currentTime = 5`);
    await expectTold(page, `${video}.currentTime`, 5);
    await page.evaluate(`${video}.play()`);
    await expectTold(page, `${video}.paused`, false);
    expect(sim.unknownCalls).toEqual([]);
  });

  test('without autoplay it sends and receives nothing, like the real one', async () => {
    const id = made('tiktok', 'upload-video', { who: 'lena.bakes', text: 'A post' });
    const page = await open(`<!doctype html><body>
      <tiktok-video src="https://www.tiktok.com/@lena.bakes/video/${id}"></tiktok-video>
      <script type="module" src="/tiktok-video-element/tiktok-video-element.js"></script>`);
    await expectShown(page, { state: 'not started' });
    await page.frames()[1]?.locator('main').click();
    await expectShown(page, { state: 'playing' });
    await expectTold(page, `document.querySelector('tiktok-video').paused`, false);
    expect(sim.unknownCalls).toEqual([]);
  });
});
