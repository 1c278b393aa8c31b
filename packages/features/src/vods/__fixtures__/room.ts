import { ServerId, UserId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { type Ctx, defineFeature, type OpenedRecording, platformsOf, type Video } from '@tally/kernel';
import { person, putServer, type TestWorld, testWorld } from '@tally/tests/world';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type ServerPlan, unlimited } from '../../servers/service/plan.ts';
import { vods } from '../index.ts';
import { readRecordings } from '../service/read.ts';
import { saveRecording } from '../service/save.ts';
import { standIn } from './stand-in.ts';

export const home = ServerId.parse('900000000000000001');
export const other = ServerId.parse('900000000000000002');
const ann = UserId.parse('111111111111111111');

export const saving = { enableVodDownloading: true };
const channel = { platform: 'kick', id: '7', name: 'choo', displayName: 'Choo' } as never;

/** Sets up two servers, a Kick streamer that both follow, and a recording host. Resets them before each test. */
export function useRecordings() {
  const kick = standIn();
  let world: TestWorld;
  let origin: string;
  const room = {
    kick,
    plan: unlimited as ServerPlan,
    /** The simulated Kick's answer about every recording. */
    opened: { kind: 'gone' } as OpenedRecording | Error,
    canOpen: true,
    get world() {
      return world;
    },
    get origin() {
      return origin;
    },
    ctx: (more: Partial<Ctx> = {}): Ctx => ({ ...world.ctx({ caller: person(ann) }), platforms, ...more }),
    follow: async (serverId: string, settings: object, name = 'choo', channelId = '7'): Promise<void> => {
      await putServer(world, serverId);
      await world.db.execute(sql`
        insert into streamers (id, server_id, platform, channel_id, name, settings, added_at, changed_at)
        values (gen_random_uuid(), ${serverId}, 'kick', ${channelId}, ${name}, ${JSON.stringify(settings)}::jsonb,
                ${world.clock.now().toISOString()}, now())`);
      world.clock.move(1_000);
    },
    /** Sends the event that announces a recording. */
    tell: async (id = 'v1') => await vods.platform(room.ctx(), { kind: 'video', video: video(id), channel }),
    save: async (id: string, more?: Partial<Ctx>) =>
      await saveRecording(room.ctx(more), id, new AbortController().signal),
    only: async () => (await readRecordings(room.ctx(), home)).recordings[0]?.id ?? '',
    seen: async (serverId = home) =>
      (await readRecordings(room.ctx(), serverId)).recordings.map(({ state, reason }) => [state, reason]),
    runJob: async (name: string) =>
      await vods.jobs.find((job) => job.name === name)?.run(room.ctx(), {}, {} as never),
    isStored: async (id: string) => (await room.ctx().files.find(`vods/${id}.mp4`)) !== null,
  };
  const video = (id: string): Video => ({
    platform: 'kick',
    channelId: '7',
    id,
    kind: 'vod',
    title: 'Long talk',
    description: null,
    url: `https://kick.com/choo/videos/${id}`,
    thumbnailUrl: null,
    publishedAt: world.clock.now(),
    durationSeconds: 20,
    category: null,
    views: null,
    streamId: 's1',
    clipper: null,
  });
  const playback = {
    openRecording: async () => {
      if (room.opened instanceof Error) throw room.opened;
      return room.opened;
    },
  };
  const platforms = platformsOf([{ id: 'kick' } as never], () => (room.canOpen ? { playback } : {}) as never);

  beforeAll(async () => {
    origin = await kick.open();
    const premium = defineFeature({
      name: 'premium',
      serverPlans: async () => new Map([home, other].map((id) => [id, room.plan])),
    });
    world = await testWorld({
      features: [vods, premium],
      env: { KICK_STREAM_URL: origin, RECORDINGS_FREE_GB: '0', RECORDINGS_GB: '5', RECORDINGS_GB_PER_SERVER: '0.001' },
    });
  });
  beforeEach(async () => {
    await world.reset();
    room.plan = unlimited;
    room.canOpen = true;
    room.opened = { kind: 'open', url: `${origin}/master.m3u8?token=secret` };
    kick.reset();
  });
  afterAll(async () => {
    await world.close();
    kick.close();
  });
  return room;
}
