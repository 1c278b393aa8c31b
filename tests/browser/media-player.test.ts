import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { violations } from '@tally/tests/accessibility';
import { openMediaRoom, type Room } from '@tally/tests/media-room';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { type Stack, startStack } from '@tally/tests/stack';
import { openBrowser, type Visitor, visit } from '@tally/tests/visitor';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

/** A browser acts as OBS and shows what the simulated players of YouTube and TikTok play. */
const patient = { timeout: 45_000, interval: 20 };
let stack: Stack;
/** Unlike a normal browser, OBS lets pages play without a gesture. */
let obs: Browser;
let browser: Browser;
let serverEnv: Record<string, string>;
const visitors: Visitor[] = [];
const restarted: ServerProcess[] = [];

beforeAll(async () => {
  serverEnv = { PLANS: 'unlimited', DATA_DIR: await mkdtemp(join(tmpdir(), 'tally-player-')) };
  [stack, obs, browser] = await Promise.all([
    startStack({ serverEnv }),
    openBrowser(['--autoplay-policy=no-user-gesture-required']),
    openBrowser(),
  ]);
});
afterAll(async () => {
  await Promise.all([obs?.close(), browser?.close()]);
  await Promise.all(restarted.map((server) => server.kill('SIGKILL')));
  await stack?.close();
  await rm(serverEnv['DATA_DIR'] ?? '', { recursive: true, force: true });
});
afterEach(async () => {
  await Promise.all(visitors.splice(0).map((visitor) => visitor.leave()));
  for (const world of ['youtube-player', 'tiktok-player']) stack.sim.worlds.get(world)?.controls['calm']?.({});
  stack.sim.worlds.get('tiktok')?.controls['make-private']?.({ who: 'lena.bakes', isPrivate: false });
});

const openRoom = async (settings: object = {}) => await openMediaRoom(stack, settings);

const youtube = (action: string, body: object) =>
  stack.sim.worlds.get('youtube')?.controls[action]?.({ who: 'mkbhd', ...body });
const upload = (about: object = {}) => (youtube('upload', { seconds: 200, ...about }) as { video_id: string }).video_id;
const linkOf = (videoId: string) => `https://youtu.be/${videoId}`;
function post(): { id: string; link: string } {
  const about = { who: 'lena.bakes', text: 'A post' };
  const answer = stack.sim.worlds.get('tiktok')?.controls['upload-video']?.(about);
  const { video_id: id } = answer as { video_id: string };
  return { id, link: `https://www.tiktok.com/@lena.bakes/video/${id}` };
}
const disturb = (world: 'youtube' | 'tiktok', body: object) =>
  stack.sim.worlds.get(`${world}-player`)?.controls['trouble']?.(body);

async function open({ address }: Pick<Room, 'address'>, where: Browser = obs): Promise<Visitor> {
  const visitor = await visit(where, stack, { viewport: { width: 1280, height: 720 } });
  visitors.push(visitor);
  await visitor.page.goto(address);
  return visitor;
}

interface Seen {
  readonly state: string;
  readonly second: number;
  readonly volume: number;
  readonly video: string;
}

/** Returns what the embedded player shows to a viewer. */
async function seen(page: Page): Promise<Seen | null> {
  const frame = page.frames().find((each) => each !== page.mainFrame());
  const data = await frame?.evaluate<Record<string, string>>(`({ ...document.querySelector('main')?.dataset })`);
  if (!data?.['state']) return null;
  const { state, second, volume, video = '' } = data;
  return { state, second: Number(second), volume: Number(volume), video };
}
const expectShown = (page: Page, expected: Partial<Seen>) =>
  vi.waitFor(async () => expect(await seen(page)).toMatchObject(expected), patient);
const hasPlayed = (page: Page, seconds: number) =>
  vi.waitFor(async () => expect((await seen(page))?.second).toBeGreaterThan(seconds), patient);
const expectNothing = (page: Page) => vi.waitFor(() => expect(page.frames()).toHaveLength(1), patient);
const expectEnded = (room: Room, expected: object[]) =>
  vi.waitFor(async () => expect(await room.history()).toMatchObject(expected), patient);
const obsSays = (page: Page, event: 'Active' | 'Visible', is: boolean) =>
  page.evaluate(
    `window.dispatchEvent(new CustomEvent('obsSource${event}Changed', { detail: { ${event.toLowerCase()}: ${is} } }))`,
  );

describe('the player', () => {
  test('plays the queue at the right volume, and shows the title', async () => {
    const room = await openRoom();
    const { page, problems, context } = await open(room);
    await expectNothing(page);
    const id = upload({ title: 'A <b>title</b>' });
    await room.put(linkOf(id));
    await expectShown(page, { state: 'playing', volume: 50, video: id });
    expect(await page.locator('.media-player-bar bdi').allTextContents()).toEqual(['A <b>title</b>', room.ownerName]);
    await room.turn(80);
    await expectShown(page, { volume: 80 });
    await room.press('pause');
    await expectShown(page, { state: 'paused' });
    await room.press('play');
    await expectShown(page, { state: 'playing' });
    expect(await context.cookies()).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
  });

  test('ignores messages from other senders', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await expectShown(page, { state: 'playing', video: id });
    const said = [{ event: 'onError', info: 150 }, { event: 'onStateChange', info: 0 }, { event: 'onAutoplayBlocked' }];
    for (const message of said)
      await page.evaluate(`window.postMessage(${JSON.stringify(JSON.stringify(message))}, '*')`);
    await hasPlayed(page, 3);
    expect(await seen(page)).toMatchObject({ state: 'playing', video: id });
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await room.history()).toEqual([]);
  });

  test('shows no text when names and titles are hidden, and the picture fills the space', async () => {
    const room = await openRoom({ hideNames: true, hideTitles: true });
    const { page } = await open(room);
    await room.put(linkOf(upload()));
    await expectShown(page, { state: 'playing' });
    expect(await page.locator('.media-player-bar').count()).toBe(0);
    expect(await page.locator('iframe').boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 720 });
  });

  test('the sound grows from nearly nothing', async () => {
    const room = await openRoom({ easeIn: true });
    const { page } = await open(room);
    // Records every volume in order, because polling would be too slow.
    await page.exposeFunction('heardVolume', (volume: number) => volumes.push(volume));
    const volumes: number[] = [];
    await page.evaluate(`window.addEventListener('message', ({ data }) => {
      const { event, info } = typeof data === 'string' ? JSON.parse(data) : {};
      if (event === 'infoDelivery' && typeof info.volume === 'number') window.heardVolume(info.volume);
    })`);
    await room.put(linkOf(upload()));
    await expectShown(page, { state: 'playing', volume: 50 });
    // A player is at full volume until its first command, but nothing plays before that.
    const loud = volumes.slice(volumes.indexOf(1));
    expect(loud[0]).toBe(1);
    expect(loud).toEqual(loud.toSorted((one, other) => one - other));
    expect(new Set(loud).size).toBeGreaterThan(8);
  });

  test('a skip elsewhere takes effect at once, with a single frame; an empty queue shows nothing', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const [first, second] = [upload(), upload()];
    await room.put(linkOf(first));
    await expectShown(page, { state: 'playing', video: first });
    await room.put(linkOf(second));
    await room.press('skip');
    await expectShown(page, { state: 'playing', video: second });
    expect(await page.locator('iframe').count()).toBe(1);
    await room.press('skip');
    await expectNothing(page);
    expect(await page.locator('.media-player-bar').count()).toBe(0);
  });

  test('a finished video is replaced by the next one', async () => {
    const room = await openRoom();
    const { page, problems } = await open(room);
    const [first, second] = [upload({ seconds: 3 }), upload()];
    await room.put(linkOf(first));
    await room.put(linkOf(second));
    await expectShown(page, { state: 'playing', video: second });
    await expectEnded(room, [{ videoId: first, state: 'played' }]);
    expect(problems).toEqual([]);
  });

  test('a video longer than the limit is cut there', async () => {
    const room = await openRoom({ longestShortSeconds: 10 });
    const { page } = await open(room);
    const { id, link } = post();
    await room.put(link);
    await expectShown(page, { state: 'playing', video: id });
    await expectNothing(page);
    const [item] = await room.history();
    expect(item).toMatchObject({ videoId: id, state: 'played' });
    expect(item?.second).toBeGreaterThanOrEqual(9);
  });

  test('a reloaded page continues at the same second', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await hasPlayed(page, 12);
    const [from, before] = [performance.now(), (await seen(page))?.second ?? 0];
    await page.reload();
    await expectShown(page, { state: 'playing', video: id });
    const [after, passed] = [(await seen(page))?.second ?? 0, (performance.now() - from) / 1_000];
    expect(Math.abs(after - before - passed / 2), 'it plays on while a page loads').toBeLessThan(6 + passed / 2);
  });

  test('skips a video that the player refuses, and shows everyone why', async () => {
    const room = await openRoom();
    const { page, problems } = await open(room);
    const [bad, good] = [upload(), upload()];
    disturb('youtube', { kind: 'error', code: 150, video: bad });
    await room.put(linkOf(bad));
    await room.put(linkOf(good));
    await expectShown(page, { state: 'playing', video: good });
    await expectEnded(room, [{ videoId: bad, state: 'failed', reason: 'notEmbeddable' }]);
    expect(problems).toEqual([]);
  });

  test('a video that never starts is skipped as well', async () => {
    const room = await openRoom();
    const { page, problems } = await open(room);
    const [bad, good] = [upload(), upload()];
    disturb('youtube', { kind: 'never starts', video: bad });
    await room.put(linkOf(bad));
    await room.put(linkOf(good));
    await expectShown(page, { state: 'playing', video: good });
    await expectEnded(room, [{ videoId: bad, state: 'failed', reason: 'neverStarted' }]);
    expect(problems).toEqual([]);
  });

  test('a TikTok plays, is silent below 20 %, and a deleted one is skipped', async () => {
    const room = await openRoom();
    const { page, problems } = await open(room);
    const [one, gone] = [post(), post()];
    await room.put(one.link);
    await expectShown(page, { state: 'playing', video: one.id, volume: 100 });
    await room.turn(19);
    await expectShown(page, { state: 'playing', volume: 0 });
    await room.turn(20);
    await expectShown(page, { state: 'playing', volume: 100 });
    await room.press('pause');
    await expectShown(page, { state: 'paused' });
    await room.put(gone.link);
    disturb('tiktok', { kind: 'error', code: 1001, video: gone.id });
    await room.press('play');
    await room.press('skip');
    await expectNothing(page);
    await expectEnded(room, [
      { videoId: gone.id, state: 'failed' },
      { videoId: one.id, state: 'skipped' },
    ]);
    expect(problems).toEqual([]);
  });

  test('a Short is as high as the page', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const { video_id: id } = youtube('short', { seconds: 40 }) as { video_id: string };
    await room.put(`https://www.youtube.com/shorts/${id}`);
    await expectShown(page, { state: 'playing', video: id });
    const box = await page.locator('iframe').boundingBox();
    expect((box?.height ?? 0) / (box?.width ?? 1)).toBeCloseTo(16 / 9, 1);
    expect(box?.width).toBeGreaterThanOrEqual(200);
  });

  test('a second source is silent until it takes over', async () => {
    const room = await openRoom();
    const one = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await expectShown(one.page, { state: 'playing', video: id });
    const { page: two } = await open(room);
    const button = two.getByRole('button', { name: 'Take over' });
    await button.waitFor();
    expect(await seen(two)).toBeNull();
    await button.click();
    await expectShown(two, { state: 'playing', video: id });
    await expectNothing(one.page);
    await one.page.getByRole('button', { name: 'Take over' }).waitFor();
  });

  test('a scene that is not shown is silent, unless the owner wants it otherwise', async () => {
    const room = await openRoom();
    const { page, problems } = await open(room);
    await room.put(linkOf(upload()));
    await expectShown(page, { state: 'playing' });
    await obsSays(page, 'Active', false);
    await expectShown(page, { state: 'paused' });
    await obsSays(page, 'Visible', false);
    await obsSays(page, 'Active', true);
    await expectShown(page, { state: 'paused' });
    await obsSays(page, 'Visible', true);
    await expectShown(page, { state: 'playing' });
    await obsSays(page, 'Active', false);
    await expectShown(page, { state: 'paused' });
    await room.set({ pauseWhenHidden: false });
    await expectShown(page, { state: 'playing' });
    expect(problems).toEqual([]);
  });

  test('an expired address ends in one calm sentence, and the new one plays', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await expectShown(page, { state: 'playing' });
    const address = await room.renew();
    await page.getByText('This address is no longer in use.').waitFor();
    await expectNothing(page);
    const other = await open({ address });
    await expectShown(other.page, { state: 'playing', video: id });
    await page.reload();
    await page.getByText('This address is no longer in use.').waitFor();
    expect(page.frames()).toHaveLength(1);
  });

  test('a browser that requires a gesture first shows a large button next to the picture', async () => {
    const room = await openRoom();
    const { page } = await open(room, browser);
    // Evaluating code in a page counts as a user gesture, so the test waits for the page's own report first.
    const blocked = page.waitForRequest((request) => request.postData()?.includes('"blocked"') === true);
    await room.put(linkOf(upload()));
    await blocked;
    const button = page.getByRole('button', { name: 'Press to start playing' });
    await button.waitFor();
    const [picture, box] = [await page.locator('iframe').boundingBox(), await button.boundingBox()];
    expect((picture?.y ?? 0) + (picture?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    expect(Math.min(picture?.width ?? 0, picture?.height ?? 0)).toBeGreaterThanOrEqual(200);
    expect(await violations(page)).toEqual([]);
    await button.click();
    await expectShown(page, { state: 'playing', volume: 50 });
    await button.waitFor({ state: 'detached' });
  });

  test('continues where it should be when the server rejects its end', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await expectShown(page, { state: 'playing' });
    disturb('youtube', { kind: 'jump to the end' });
    await expectShown(page, { state: 'ended' });
    await expectShown(page, { state: 'playing', video: id });
    expect((await seen(page))?.second).toBeLessThan(100);
  });

  test('in the language of its owner, from right to left', async () => {
    const room = await openRoom();
    await room.speak('ar-SA');
    const { page } = await open(room);
    await room.put(linkOf(upload()));
    await page.getByText('بطلب من').waitFor();
    expect(await page.locator('main').getAttribute('dir')).toBe('rtl');
    await page.locator('html[lang="ar-SA"]').waitFor({ state: 'attached' });
    expect(await page.title()).toBe('مشغّل الوسائط');
    await room.renew();
    await page.getByText('لم يعد هذا العنوان مستخدمًا').waitFor();
  });

  test('an address that is no longer in use answers 404 with a sentence, without a script', async () => {
    for (const token of ['A'.repeat(43), 'short']) {
      const answer = await fetch(`${stack.web}/media/player/${token}`);
      expect(answer.status).toBe(404);
      const html = (await answer.text()).replaceAll(/<script[^]*?<\/script>/g, '');
      expect(html).toContain('This address is no longer in use.');
    }
    const room = await openRoom();
    const { page } = await open(room);
    expect((await fetch(page.url())).status).toBe(200);
  });

  test('the page embeds only these players, and sends its address', async () => {
    const { headers } = await fetch(`${stack.web}/media/player/${'A'.repeat(43)}`);
    expect(headers.get('content-security-policy')).toContain(`frame-src ${stack.sim.url} ${stack.sim.url};`);
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('set-cookie')).toBeNull();
  });

  // Keep this test last, because it replaces the server process.
  test('a lamp shows a dead server, and the current video continues; the next server knows its position', async () => {
    const room = await openRoom();
    const { page } = await open(room);
    const id = upload();
    await room.put(linkOf(id));
    await hasPlayed(page, 6);
    await stack.server.kill('SIGKILL');
    await page.getByText('Connection lost.').waitFor();
    const before = (await seen(page))?.second ?? 0;
    await hasPlayed(page, before + 1);
    const port = Number(new URL(stack.server.url).port);
    const env = { WEB_URL: stack.web, RATE_LIMIT_PER_MINUTE: '100000', ...serverEnv };
    restarted.push(await startServer({ sim: stack.sim, port, env, isFirstStart: true }));
    await page.getByText('Connection lost.').waitFor({ state: 'detached' });
    await expectShown(page, { state: 'playing', video: id });
    const { second: shown = 0 } = (await seen(page)) ?? {};
    await vi.waitFor(async () => expect((await room.look()).second).toBeGreaterThan(shown - 5), patient);
    expect((await room.look()).playing).toMatchObject({ videoId: id });
    expect(await seen(page)).toMatchObject({ state: 'playing', video: id });
  });
});
