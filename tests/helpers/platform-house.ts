import {
  type Answer,
  type Channel,
  defineFeature,
  type PlatformConnection,
  type PlatformDefinition,
  type PlatformEvent,
  type PushReading,
  platformsOf,
  type Question,
  type Snapshot,
  type Video,
} from '@tally/kernel';
import { detectionJobs, watch } from '@tally/pipeline/detection';
import { expect, vi } from 'vitest';
import { type TestCtx, testCtx } from './context.ts';

/** A test platform with the given answers, and a feature that listens to its events. */
export interface PlatformHouse extends TestCtx {
  readonly platform: PlatformDefinition;
  readonly connection: { -readonly [K in keyof PlatformConnection]: PlatformConnection[K] };
  readonly told: PlatformEvent[];
  /** The questions, as one list per call. */
  readonly asked: Question[][];
  /** The platform's answer about each channel; offline by default. */
  readonly answers: Map<string, Answer | Error>;
  push: PushReading;
  follow(channel?: Channel, about?: { holder?: string; reason?: string; priority?: number }): Promise<void>;
  /** Waits for these events, and checks that no others arrive. */
  hasTold(...kinds: readonly PlatformEvent['kind'][]): Promise<true>;
  reset(): Promise<void>;
}

export const ada: Channel = {
  platform: 'kick',
  id: '42',
  name: 'ada',
  displayName: 'Ada',
  avatarUrl: null,
  followers: null,
  url: 'https://kick.com/ada',
};

export type LiveSnapshot = Extract<Snapshot, { state: 'live' }>;

export const liveAt = (startedAt: Date, change: Partial<LiveSnapshot> & { title?: string } = {}): LiveSnapshot => {
  const { title = 'Lighthouse', ...rest } = change;
  return {
    state: 'live',
    channelId: ada.id,
    streamId: 's1',
    startedAt,
    url: ada.url,
    details: {
      title,
      category: 'Chess',
      categoryImageUrl: null,
      thumbnailUrl: null,
      viewers: 5,
      language: 'en',
      isMature: false,
    },
    ...rest,
  };
};

export const videoAt = (publishedAt: Date, id: string, kind: Video['kind'] = 'upload'): Video => ({
  platform: 'kick',
  channelId: ada.id,
  id,
  kind,
  title: `Video ${id}`,
  description: null,
  url: `https://kick.com/video/${id}`,
  thumbnailUrl: null,
  publishedAt,
  durationSeconds: 60,
  category: null,
  views: null,
  streamId: null,
  clipper: null,
});

export async function platformHouse(change: Partial<PlatformDefinition> = {}): Promise<PlatformHouse> {
  const told: PlatformEvent[] = [];
  const asked: Question[][] = [];
  const answers = new Map<string, Answer | Error>();
  const connection: PlatformHouse['connection'] = {
    stream: {
      findChannel: async () => ada,
      searchChannels: async () => [],
      ask: async (questions) => {
        asked.push([...questions]);
        return questions.map(({ channelId }) => {
          const answer = answers.get(channelId) ?? { snapshot: { state: 'offline', channelId } };
          if (answer instanceof Error) throw answer;
          return answer;
        });
      },
    },
    intake: { readPush: async () => house.push },
  };
  const platform: PlatformDefinition = {
    id: 'kick',
    name: 'Kick',
    colour: '#53FC18',
    batchSize: 100,
    pace: {
      questionsPerMinute: 600,
      idleSeconds: 60,
      busySeconds: 20,
      peoplePerMinute: 300,
      strangersPerMinute: 60,
      lookUpsPerDay: 2_000,
    },
    creatorPageIn: () => null,
    channelNameIn: (text) => text,
    hosts: () => [],
    capabilities: ['live', 'titleChanges', 'videos', 'clips', 'vods'],
    connect: () => connection,
    ...change,
  };
  const listener = defineFeature({
    name: 'notifications',
    platform: async (_ctx, event) => {
      told.push(event);
    },
  });
  const platforms = platformsOf([platform], () => connection);
  const made = await testCtx({ ctx: { features: [listener], platforms }, jobs: [...detectionJobs], isWorker: true });
  const { ctx, database } = made;
  const house: PlatformHouse = {
    ...made,
    platform,
    connection,
    told,
    asked,
    answers,
    push: { kind: 'ignored' },
    follow: (channel = ada, { holder = 'server-1', reason = 'notifications', priority = 0 } = {}) =>
      ctx.db.transaction((tx) => watch(ctx, tx, { channel, holder, reason, priority })),
    async hasTold(...kinds) {
      const wanted = kinds.toSorted();
      await vi.waitFor(() => expect(told.map(({ kind }) => kind).toSorted()).toEqual(wanted), { timeout: 50_000 });
      await vi.waitFor(async () => expect(await made.queue.counts()).toEqual([]), { timeout: 50_000 });
      expect(told.map(({ kind }) => kind).toSorted()).toEqual(wanted);
      return true;
    },
    async reset() {
      await vi.waitFor(async () => expect(await made.queue.counts()).toEqual([]), { timeout: 50_000 });
      await database.reset();
      told.length = 0;
      asked.length = 0;
      answers.clear();
      house.push = { kind: 'ignored' };
    },
  };
  return house;
}
