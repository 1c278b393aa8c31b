import { TikTokLiveConnection } from 'tiktok-live-connector';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pick, startTestTikTok, type TestTikTok } from './test-world.ts';

let sim: TestTikTok;

beforeAll(async () => {
  sim = await startTestTikTok();
});
afterAll(() => sim.close());
beforeEach(() => void sim.control('calm'));

/** Connects the unmodified public client. Its URLs are fixed, so a hook in its HTTP client redirects them to us. */
function connect(name: string): TikTokLiveConnection {
  const connection = new TikTokLiveConnection(name, { disableEulerFallbacks: true });
  connection.webClient.axiosInstance.interceptors.request.use((request) => {
    const { pathname, search, hostname } = new URL(request.url ?? '');
    const base = { 'www.tiktok.com': sim.siteUrl, 'webcast.tiktok.com': sim.webcastUrl }[hostname];
    if (base === undefined) throw new Error(`${hostname} is not simulated`);
    return { ...request, url: base + pathname + search };
  });
  return connection;
}

describe('tiktok-live-connector', () => {
  it('distinguishes live creators from others', async () => {
    expect(await connect('lena.bakes').fetchIsLive()).toBe(false);
    sim.control('go-live', { who: 'lena.bakes' });
    expect(await connect('lena.bakes').fetchIsLive()).toBe(true);
    sim.control('end', { who: 'lena.bakes' });
    expect(await connect('lena.bakes').fetchIsLive()).toBe(false);
  });

  it('finds the room, by the page and by the call alike', async () => {
    const id = pick(sim.control('go-live', { who: 'dockyard_dom' }), 'room_id');
    expect(await connect('dockyard_dom').fetchRoomId()).toBe(id);
    sim.control('trouble', { kind: 'block', part: 'live pages' });
    expect(await connect('dockyard_dom').fetchRoomId()).toBe(id);
    sim.control('end', { who: 'dockyard_dom' });
  });

  it('reads the running stream of a room', async () => {
    const title = 'Night </script> shift \u2028 "4" 🏗️';
    sim.control('go-live', { who: 'pixelpastor', title, viewers: 321 });
    const connection = connect('pixelpastor');
    connection.webClient.roomId = await connection.fetchRoomId();
    const info: unknown = await connection.fetchRoomInfo();
    expect(pick(info, 'data', 'title') || pick(info, 'title')).toBe(title);
    expect(pick(info, 'data', 'user_count') || pick(info, 'user_count')).toBe('321');
  });

  it.each(['captcha', 'block', 'no data', 'new layout', 'empty', 'outage', 'limit', 'geo'])(
    'fails, and guesses nothing, when TikTok answers: %s',
    async (kind) => {
      sim.control('trouble', { kind });
      await expect(connect('lena.bakes').fetchIsLive()).rejects.toHaveProperty('errors.length', 2);
    },
  );

  it('does not find people who do not exist', async () => {
    await expect(connect('nobody.here').fetchRoomId()).rejects.toHaveProperty('errors.length', 2);
  });

  it('asked for nothing that the world does not know', () => expect(sim.unknown).toEqual([]));
});
