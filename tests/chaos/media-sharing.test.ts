import type { MediaRoom, PlayerSnapshot } from '@tally/contract';
import { type Sim, startSim } from '@tally/sim/start';
import { startPostgres } from '@tally/tests/database';
import { type EventPage, openEvents } from '@tally/tests/event-page';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { logIn } from './world/cast.ts';
import { type Crew, type Member, startCrew } from './world/crew.ts';
import { demoUser } from './world/people.ts';
import { sized, soak } from './world/sizes.ts';

/** The server is killed in the middle of a video, while viewers keep making requests. */
const size = sized({ small: { kills: 1 }, nightly: { kills: 20 }, full: { kills: 60 } });
/** Uses the built-in database by day, because the room behaves the same on both. */
const isNight = soak !== 'small';
const START_WITHIN_MS = 300_000;
const ROUND_WITHIN_MS = 600_000;

const started = isNight ? await startPostgres() : { reason: 'it is looked at by night' };
const postgres = 'url' in started ? started : null;
if (isNight && 'reason' in started) process.stdout.write(`No Postgres for media share: ${started.reason}\n`);

let sim: Sim;
let crew: Crew;
let member: Member;
let token: string;

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: ROUND_WITHIN_MS, interval: 50 });
interface Made {
  readonly video_id: string;
}
const upload = (title: string): string =>
  (sim.worlds.get('youtube')?.controls['upload']?.({ who: 'mkbhd', title, seconds: 280 }) as Made | undefined)
    ?.video_id ?? '';

interface Said {
  readonly status: number;
  readonly data: unknown;
}
/** Sends a call once, as a browser does. Without an answer, the result is unknown. */
async function ask(method: string, path: string, body?: object): Promise<Said | null> {
  try {
    const answer = await fetch(`${member.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    });
    const { data } = (await answer.json()) as { data?: unknown };
    return { status: answer.status, data };
  } catch {
    // The process is not running.
    return null;
  }
}
const askUntil = async (method: string, path: string, body?: object): Promise<unknown> =>
  await until(async () => {
    const said = await ask(method, path, body);
    expect(said?.status).toBe(200);
    return said?.data;
  });
const readRoom = async () => (await askUntil('GET', `/data/media/${demoUser}`)) as MediaRoom;

/** The source in OBS, which reconnects on its own and reports its position every second. */
async function openPlayer(address: string): Promise<EventPage<PlayerSnapshot>> {
  return await until(async () => {
    const page = await openEvents<PlayerSnapshot>(`${member.url}/data/media/player/${address}/live?tab=obs`);
    expect(page.status).toBe(200);
    await vi.waitFor(() => expect(page.events.length).toBeGreaterThan(0), { timeout: 300_000 });
    return page;
  });
}
const report = (address: string, body: object) =>
  ask('POST', `/data/media/player/${address}/reports`, { tab: 'obs', second: null, code: null, ...body });

async function setUp(databaseUrl: string | null): Promise<void> {
  sim = await startSim({ limits: false });
  crew = await startCrew({ sim, databaseUrl, roles: ['all'], env: { PLANS: 'unlimited' } });
  [member] = crew.members as [Member];
  token = await logIn(sim, member.url, demoUser);
  const settings = { approval: 'nobody', secondsBetween: 0, perPerson: 50, queueLimit: 200 };
  await askUntil('PATCH', `/data/user/${demoUser}`, { mediaShare: { enabled: true, settings } });
}

const databases = [
  { name: 'the built-in database', databaseUrl: null },
  ...(postgres ? [{ name: 'Postgres', databaseUrl: postgres.url }] : []),
];

describe.each(databases)('on $name', ({ databaseUrl }) => {
  beforeAll(() => setUp(databaseUrl), START_WITHIN_MS);
  afterAll(async () => {
    await crew?.close();
    await sim?.close();
  });

  test(
    'it continues with the same video within five seconds of play, and nothing that was promised is lost',
    async () => {
      const { url } = (await askUntil('POST', `/data/media/${demoUser}/player/address`)) as { url: string };
      const address = url.split('/').at(-1) ?? '';
      const first = upload('The one that plays');
      await askUntil('POST', `/data/media/${demoUser}/items`, { text: `https://youtu.be/${first}` });
      const promised = new Set<string>();
      let [reached, reachedAt] = [0, 0];
      /** Opens the source again, which resumes the video at the position that OBS reached. */
      const openAgain = async (isFirst: boolean) => {
        const page = await openPlayer(address);
        const snapshot = page.events.at(-1);
        expect(snapshot?.item?.videoId).toBe(first);
        expect(snapshot?.isSilent).toBe(false);
        const passed = isFirst ? 0 : (performance.now() - reachedAt) / 1_000;
        expect(Math.abs((snapshot?.second ?? 0) - (reached + passed))).toBeLessThanOrEqual(5);
        return { page, passed, itemId: snapshot?.item?.itemId };
      };
      for (let kill = 0; kill < size.kills; kill += 1) {
        const { page, passed, itemId } = await openAgain(kill === 0);
        await report(address, { type: 'started', itemId, second: reached + passed });
        const ids = Array.from({ length: 8 }, (_, at) => upload(`Round ${kill}, ${at}`));
        // Viewers make requests all the time.
        const requests = ids.map(async (id) => {
          const said = await ask('POST', `/data/media/${demoUser}/items`, { text: `https://youtu.be/${id}` });
          if (said?.status === 200) promised.add(id);
        });
        const dying = vi.waitFor(() => expect(promised.size).toBeGreaterThan(kill * 2), {
          timeout: 300_000,
          interval: 1,
        });
        const told = await report(address, { type: 'second', itemId, second: reached + passed });
        expect(told).toMatchObject({ status: 200 });
        reached = (told?.data as PlayerSnapshot | undefined)?.second ?? Number.NaN;
        reachedAt = performance.now();
        await dying;
        await member.kill();
        await Promise.all(requests);
        await page.leave();
        await member.untilUp();
      }
      const { playing, queue } = await readRoom();
      expect(playing?.videoId).toBe(first);
      const waiting = queue.map(({ videoId }) => videoId);
      expect(new Set(waiting).size).toBe(waiting.length);
      expect(waiting).toEqual(expect.arrayContaining([...promised]));
      const { page } = await openAgain(false);
      await askUntil('PUT', `/data/media/${demoUser}/player/skip`, {});
      await until(() => expect(page.events.at(-1)?.item?.videoId).toBe(waiting[0]));
      await page.leave();
      expect(crew.crashes).toEqual([]);
    },
    ROUND_WITHIN_MS,
  );
});

afterAll(async () => {
  await postgres?.stop();
});
