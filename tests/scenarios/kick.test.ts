import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageLink } from '@tally/contract';
import { createHttp, type HttpRunner } from '@tally/infra/http';
import { createMetrics, type Metrics } from '@tally/infra/metrics';
import {
  type Answer,
  type Channel,
  capabilitiesOf,
  hours,
  type Log,
  minutes,
  type PlatformConnection,
  type PlatformDoors,
  type PushReading,
  plainQuestion,
  platformsOf,
  readConfig,
  type StreamSession,
  systemClock,
  systemTimers,
} from '@tally/kernel';
import { kick } from '@tally/platforms/kick/index';
import { type Sim, startSim } from '@tally/sim/start';
import { seededRandom } from '@tally/tests/context';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Connects the adapter to the simulated Kick over real sockets. */
const who = 'xqc';
const start = new Date('2026-11-21T18:00:00Z');
const unknown: unknown[] = [];
let sim: Sim;
let http: HttpRunner;
let metrics: Metrics;
let connection: PlatformConnection;
let channel: Channel;
let readings: PushReading[];
let warned: string[];
const app = createServer((req, res) => void receive(req, res));

function quiet(): Log {
  const none = () => undefined;
  return { debug: none, info: none, warn: (_, text) => void warned.push(text), error: none, child: () => quiet() };
}

beforeAll(async () => {
  // The clock is stopped unless a test moves it.
  sim = await startSim({ clock: { now: () => start } });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  app.close();
  app.closeAllConnections();
  await http.close();
  await sim.close();
});
beforeEach(async () => {
  unknown.push(...sim.unknownCalls);
  sim.reset();
  [readings, warned] = [[], []];
  await http?.close();
  open();
  channel = (await connection.stream.findChannel(who)) as Channel;
  control('callback', { url: `http://127.0.0.1:${(app.address() as AddressInfo).port}` });
});

/** Connects as a worker does at its start. */
function open(env: Record<string, string> = {}): void {
  const config = readConfig({ NODE_ENV: 'test', SIM_PORT: `${sim.port}`, ...env });
  metrics = createMetrics({ withProcess: false });
  http = createHttp({ clock: systemClock, log: quiet(), metrics, allowedHosts: [] });
  const doors: PlatformDoors = {
    clock: sim.clock,
    timers: systemTimers,
    random: seededRandom(1),
    log: quiet(),
    config,
    http,
    metrics,
  };
  connection = kick.connect(doors);
}

async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, [value].flat()[0]]));
  const reading = await connection.intake?.readPush({ headers, body: Buffer.concat(chunks), query: {} });
  if (reading) readings.push(reading);
  res.writeHead(reading?.kind === 'refused' ? 403 : 200).end();
}

const control = (name: string, body: object = {}) =>
  sim.worlds.get('kick')?.controls[name]?.(body) as Record<string, string>;
const summary = () => sim.worlds.get('kick')?.summary() as { subscriptions: number; requests: { path: string }[] };
const siteCalls = () => summary().requests.filter(({ path }) => path.startsWith('/site/')).length;

/** Pages use UUIDs of version 7: https://github.com/yt-dlp/yt-dlp/issues/17284. */
const pageOfRecording = /^https:\/\/kick\.com\/xqc\/videos\/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f-]{17}$/;

describe('a recording', () => {
  it('is found by its start, and only after the stream has ended', async () => {
    control('go-live', { who, title: 'First light' });
    const session = {
      streamId: null,
      startedAt: sim.clock.now(),
      details: { title: 'T', category: null },
    } as unknown as StreamSession;
    const find = async () => (await connection.recordings?.findRecording(session, channel)) ?? null;
    sim.clock.advance(hours(1));
    expect(await find()).toBeNull();
    control('end', { who });
    expect(await find()).toMatchObject({
      kind: 'vod',
      title: 'First light',
      durationSeconds: 3_600,
      category: 'Just Chatting',
      url: expect.stringMatching(pageOfRecording),
    });
    const earlier = { ...session, startedAt: new Date(start.getTime() - hours(1)) };
    expect(await connection.recordings?.findRecording(earlier, channel)).toBeNull();
  });

  it('has the id of its page, unlike in older calls; without that id there is no link', async () => {
    control('go-live', { who });
    const session = { streamId: null, startedAt: sim.clock.now(), details: { title: 'T', category: null } };
    const find = async () => await connection.recordings?.findRecording(session as unknown as StreamSession, channel);
    sim.clock.advance(hours(1));
    control('end', { who });
    const url = (await find())?.url;
    expect(url).toMatch(pageOfRecording);
    for (const are of ['newer calls only', 'older calls only', 'for subscribers']) {
      control('recordings', { who, are });
      expect((await find())?.url).toBe(url);
    }
    control('recordings', { who, are: 'without page ids' });
    expect(await find()).toBeNull();
  });
});

it('reports the followers of a channel, and nothing for a missing one', async () => {
  expect(await connection.followers?.countFollowers(channel)).toBe(912_400);
  expect(await connection.followers?.countFollowers({ ...channel, name: 'nobody_there' })).toBeNull();
});

describe('a page', () => {
  const read = async (link: PageLink) => {
    const page = await connection.pages?.readPage(link);
    if (page === 'blocked') throw new Error('Kick shows this to nobody here');
    return page;
  };

  it('that is blocked in our country is reported as such, and not counted as a fault of the site', async () => {
    control('country', { who });
    expect(await connection.pages?.readPage({ kind: 'channel', channel: who })).toBe('blocked');
    expect(await metrics.text()).toContain('kick_site_degraded 0');
    expect(await read({ kind: 'channel', channel: 'trainwreckstv' })).toMatchObject({ kind: 'channel' });
    control('country', { who, isBlocked: false });
    expect(await read({ kind: 'channel', channel: who })).toMatchObject({ kind: 'channel' });
  });

  it('of a channel shows its stream and viewers; an offline one shows its picture', async () => {
    expect(await read({ kind: 'channel', channel: who })).toMatchObject({ isLive: false, title: null, viewers: null });
    control('go-live', { who, title: 'First light', viewers: 12 });
    const page = await read({ kind: 'channel', channel: who });
    expect(page).toMatchObject({ isLive: true, title: 'First light', viewers: 12, category: 'Just Chatting' });
    expect(page?.imageUrl).toContain('/files/thumbnails/');
    expect(await read({ kind: 'channel', channel: 'nobody-there' })).toBeNull();
  });

  it('of a clip shows its video', async () => {
    const { clip_id: id = '' } = control('clip', { who, by: 'nordwind', title: 'Chat called it' });
    const page = await read({ kind: 'clip', channel: null, id });
    expect(page).toMatchObject({
      title: 'Chat called it',
      url: `https://kick.com/xqc/clips/${id}`,
      durationSeconds: 30,
    });
    const playlist = await fetch(page?.playlistUrl ?? '');
    expect(await playlist.text()).toContain('#EXTINF:10.000,\n0.ts');
    expect(await read({ kind: 'clip', channel: null, id: 'clip_unknown' })).toBeNull();
  });

  it('of a recording is found by either id, and links to the one of its page', async () => {
    const [recording] = (await siteVideos()) as { video: { uuid: string } }[];
    const older = await read({ kind: 'video', channel: null, id: recording?.video.uuid ?? '' });
    expect(older?.url).toMatch(pageOfRecording);
    const id = older?.url.split('/').at(-1) ?? '';
    expect(await read({ kind: 'video', channel: who, id })).toMatchObject({ url: older?.url, title: older?.title });
    expect(await read({ kind: 'video', channel: null, id })).toBeNull();
    control('recordings', { who, are: 'without page ids' });
    expect(await read({ kind: 'video', channel: who, id: recording?.video.uuid ?? '' })).toMatchObject({
      url: 'https://kick.com/xqc',
    });
  });
});

const siteVideos = async () => await (await fetch(`${sim.url}/kick/site/api/v2/channels/${who}/videos`)).json();

describe('clips', () => {
  it('arrive oldest first, with their author and that person’s role in the channel', async () => {
    control('go-live', { who });
    const since = sim.clock.now();
    control('badge', { who, by: 'nordwind', badge: 'moderator' });
    control('badge', { who, by: 'nordwind', badge: 'vip' });
    control('clip', { who, by: 'nordwind', title: 'First' });
    sim.clock.advance(minutes(1));
    control('subscribe', { who, by: 'kettlecorn' });
    control('clip', { who, by: 'kettlecorn', title: 'Second' });
    control('clip', { who, by: who, title: 'Third' });
    const clips = (await connection.clips?.listClips(channel, since)) ?? [];
    expect(clips.map(({ title, clipper }) => [title, clipper?.roles])).toEqual([
      ['First', ['vip', 'mod']],
      ['Second', ['sub']],
      ['Third', ['broadcaster']],
    ]);
    expect(clips[0]?.url).toBe(`https://kick.com/xqc/clips/${clips[0]?.id}`);
    const before = siteCalls();
    await connection.clips?.listClips(channel, since);
    expect(siteCalls()).toBe(before + 1);
  });

  it('link to their moment in the recording once it has a page, which is looked up once', async () => {
    control('go-live', { who });
    const since = sim.clock.now();
    sim.clock.advance(minutes(20));
    control('clip', { who, by: 'nordwind', title: 'First' });
    control('clip', { who, by: 'nordwind', title: 'Second' });
    const moments = async () =>
      ((await connection.clips?.listClips(channel, since)) ?? []).map(({ momentUrl }) => momentUrl);
    expect(await moments()).toEqual([null, null]);
    control('end', { who });
    // The app knows the page before it requests kick.com again.
    const link = expect.stringMatching(/^https:\/\/kick\.com\/xqc\/videos\/[\w-]{36}\?t=1170$/);
    expect(await moments()).toEqual([link, link]);
    sim.clock.advance(minutes(10));
    expect(await moments()).toEqual([link, link]);
    const before = siteCalls();
    expect(await moments()).toEqual([link, link]);
    expect(siteCalls()).toBe(before + 1);
    control('clip', { who, by: 'nordwind', title: 'Of no moment' });
    expect((await moments()).at(-1)).toBeNull();
  });

  it('are read page by page until they are old', async () => {
    control('go-live', { who });
    const since = sim.clock.now();
    for (let number = 1; number <= 45; number += 1) control('clip', { who, by: who, title: `Clip ${number}` });
    expect(await connection.clips?.listClips(channel, since)).toHaveLength(45);
    sim.clock.advance(1_000);
    expect(await connection.clips?.listClips(channel, sim.clock.now())).toEqual([]);
  });
});

describe('a wall in front of kick.com', () => {
  const list = () => connection.clips?.listClips(channel, start);

  it('proves nothing; retries slow down, it is reported once, and the public API continues', async () => {
    control('trouble', { kind: 'block', minutes: 10 });
    await expect(list()).rejects.toMatchObject({ kind: 'denied' });
    const before = siteCalls();
    await expect(list()).rejects.toMatchObject({ kind: 'limited' });
    expect(siteCalls()).toBe(before);
    expect(await metrics.text()).toContain('kick_site_degraded 1');
    control('go-live', { who });
    expect(await connection.stream.ask([plainQuestion(channel.id)])).toMatchObject([{ snapshot: { state: 'live' } }]);
    for (const pause of [1, 2, 4]) {
      sim.clock.advance(minutes(pause));
      await expect(list()).rejects.toMatchObject({ kind: 'denied' });
    }
    expect(siteCalls()).toBe(before + 3);
    sim.clock.advance(minutes(8));
    expect(await list()).toBeDefined();
    expect(await metrics.text()).toContain('kick_site_degraded 0');
    expect(warned).toEqual(['kick.com gives no usable answers: clips and recordings have to wait']);
  });

  it('ends the reports when it is switched off', () => {
    const can = () =>
      capabilitiesOf(
        platformsOf([kick], () => connection),
        'kick',
      );
    expect(can()).toEqual(kick.capabilities);
    open({ KICK_UNOFFICIAL: 'off' });
    expect([connection.clips, connection.recordings, connection.emotes]).toEqual([undefined, undefined, undefined]);
    expect(can()).toEqual(['live', 'titleChanges', 'auditLog']);
  });
});

describe('names', () => {
  it('arrive with every stream, and once a day for creators who do not stream', async () => {
    let memory: Answer['memory'] = null;
    const ask = async () => {
      const [answer] = await connection.stream.ask([
        { ...plainQuestion(channel.id), name: channel.name, memory: memory ?? null },
      ]);
      if (answer?.memory !== undefined) memory = answer.memory;
      return answer?.name;
    };
    expect(await ask()).toBeUndefined();
    control('rename', { who, username: 'Xqc_Now' });
    expect(await ask()).toBeUndefined();
    sim.clock.advance(hours(24));
    expect(await ask()).toMatchObject({
      name: 'xqc-now',
      displayName: 'Xqc_Now',
      avatarUrl: expect.stringMatching(/^http/),
    });
    expect(await ask()).toBeUndefined();
    control('go-live', { who: 'xqc-now' });
    expect(await ask()).toMatchObject({
      name: 'xqc-now',
      displayName: 'Xqc_Now',
      avatarUrl: expect.stringMatching(/^http/),
    });
  });
});

describe('event subscriptions', () => {
  const kinds = () => readings.map(({ kind }) => kind);

  it('that Kick has dropped are requested again, and counted', async () => {
    await connection.push?.ensurePush([channel.id]);
    expect(summary().subscriptions).toBe(5);
    control('unsubscribe-all');
    control('go-live', { who });
    await connection.push?.ensurePush([channel.id]);
    expect(summary().subscriptions).toBe(5);
    control('end', { who });
    await expect.poll(kinds).toEqual(['hint']);
    await connection.push?.ensurePush([channel.id]);
    expect(summary().subscriptions).toBe(5);
    expect(await metrics.text()).toContain('kick_event_subscriptions{event="livestream.status.updated"} 1');
  });

  it('of bans, Kicks and follows are held only while a log wants them', async () => {
    const audience = () => {
      control('ban', { who, by: 'nordwind', minutes: 10 });
      control('kicks', { who, by: 'nordwind', amount: 500 });
      control('follow', { who, by: 'kettlecorn' });
    };
    await connection.push?.ensurePush([channel.id], new Map([[channel.id, ['moderation', 'kicks', 'follows']]]));
    expect(summary().subscriptions).toBe(8);
    audience();
    await expect.poll(() => kinds().toSorted()).toEqual(['ban', 'follow', 'kicks']);
    expect(readings.find(({ kind }) => kind === 'ban')).toMatchObject({
      ban: { banned: { name: 'nordwind' }, told: { until: new Date(sim.clock.now().getTime() + minutes(10)) } },
    });
    await connection.push?.ensurePush([channel.id]);
    expect(summary().subscriptions).toBe(5);
  });

  it('of a channel without followers are deleted, once', async () => {
    await connection.push?.ensurePush([channel.id]);
    expect(await connection.push?.dropPush([channel.id, '999'])).toEqual([channel.id]);
    expect(summary().subscriptions).toBe(0);
    expect(await connection.push?.dropPush([channel.id, '999'])).toEqual([]);
  });

  it('continue after Kick changed its signing key, which is fetched once and not for every forgery', async () => {
    await connection.push?.ensurePush([channel.id]);
    control('go-live', { who });
    await expect.poll(kinds).toEqual(['hint']);
    const keyCalls = () => summary().requests.filter(({ path }) => path.endsWith('/public-key')).length;
    const before = keyCalls();
    sim.clock.advance(minutes(5));
    control('rotate-keys');
    control('end', { who });
    await expect.poll(kinds).toEqual(['hint', 'hint']);
    control('webhooks', { do: 'forge', next: 5 });
    for (let count = 1; count <= 5; count += 1) control('change-title', { who, title: `Title ${count}` });
    await expect.poll(() => kinds().filter((kind) => kind === 'refused').length).toBeGreaterThanOrEqual(5);
    expect(keyCalls()).toBe(before + 1);
  });
});

it('nothing was asked of the outside world that it does not know', () =>
  expect([...unknown, ...sim.unknownCalls]).toEqual([]));
