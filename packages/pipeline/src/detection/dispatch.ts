import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Channel, type Ctx, defineJob, type Feature, graces, type PlatformEvent } from '@tally/kernel';
import { z } from 'zod';
import { graceOf } from './decide.ts';
import { learnDetails } from './details.ts';
import { queueLooks } from './look.ts';
import { asSession } from './session.ts';
import { findChannel } from './store/channels.ts';
import { listScenes } from './store/sessions.ts';
import { findVideo } from './store/videos.ts';
import type { ChannelRow, SessionRow } from './tables.ts';
import { LookWish } from './wish.ts';

const Grace = z.literal([...graces]);

/** What has happened, by reference only: whoever tells it looks up how things stand at that moment. */
const Happening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('update'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('end'), sessionId: z.uuid(), grace: Grace }),
  z.object({
    kind: z.literal('video'),
    platform: Platform,
    videoId: z.string(),
    videoKind: z.enum(['upload', 'short', 'premiere', 'vod', 'clip']),
  }),
  z.object({ kind: z.literal('renamed'), platform: Platform, channelId: z.string(), formerName: z.string() }),
]);
export type Happening = z.output<typeof Happening>;

const Tidings = z.object({
  about: Happening,
  /** Asks for what a short push left out, once everybody has been told. */
  look: LookWish.optional(),
});

export const tellAll = defineJob({ name: 'detection/tell-all', data: Tidings, concurrency: 4, run: tell });

/**
 * The same for a stream that starts or comes back with a push that lacks the title, on platforms which can tell it
 * early: they are asked first, so that people read a complete message from the beginning. Many may be asking at once,
 * and nobody else waits behind them.
 */
export const tellStart = defineJob({
  name: 'detection/tell-start',
  data: z.object({ kind: z.enum(['live', 'update']), sessionId: z.uuid(), look: LookWish }),
  concurrency: 32,
  async run(ctx, { kind, sessionId, look }, { attempt }) {
    const isWhole = await learnDetails(ctx, sessionId);
    await tell(ctx, { about: { kind, sessionId }, ...(isWhole ? {} : { look }) });
    // A failed attempt may have told some features without the title.
    if (attempt > 1) await tell(ctx, { about: { kind: 'update', sessionId } });
  },
});

/**
 * Tells every feature what detection decided, side by side. A feature that fails gets a job of its own, which is
 * retried without telling the others twice.
 */
async function tell(ctx: Ctx, { about, look }: z.output<typeof Tidings>): Promise<void> {
  const events = await eventsOf(ctx, about);
  const listening = ctx.features.filter((feature) => feature.platform);
  const outcomes = await Promise.allSettled(listening.map((feature) => tellEach(ctx, feature, events)));
  const failed = listening.filter((_, index) => outcomes[index]?.status === 'rejected');
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') ctx.log.warn({ err: outcome.reason }, 'a feature could not take in an event');
  }
  const again = failed.map(({ name }) => ({ feature: name, about }));
  if (again.length > 0) await ctx.queue.sendMany(tellFeature, again);
  if (look) await queueLooks(ctx, undefined, [look]);
}

export const tellFeature = defineJob({
  name: 'detection/tell-feature',
  data: z.object({ feature: z.string(), about: Happening }),
  concurrency: 4,
  async run(ctx, { feature: name, about }) {
    const feature = ctx.features.find((each) => each.name === name);
    if (feature?.platform) await tellEach(ctx, feature, await eventsOf(ctx, about));
  },
});

async function tellEach(ctx: Ctx, feature: Feature, events: readonly PlatformEvent[]): Promise<void> {
  for (const event of events) await feature.platform?.(ctx, event);
}

export interface News {
  /** The context of whoever found it out. */
  readonly ctx: Ctx;
  readonly channel: ChannelRow;
  readonly happenings: readonly Happening[];
  look?: LookWish;
}

/** Whether any feature listens at all. */
export const isHeard = ({ features }: Ctx): boolean => features.some((feature) => feature.platform);

export const announce = (ctx: Ctx, tx: Db, channel: ChannelRow, happenings: readonly Happening[]): Promise<void> =>
  announceAll(ctx, tx, [{ ctx, channel, happenings }]);

export async function announceAll(ctx: Ctx, tx: Db, news: readonly News[]): Promise<void> {
  const all: z.output<typeof Tidings>[] = [];
  const starts: z.output<typeof tellStart.data>[] = [];
  for (const {
    ctx: { log, platforms },
    channel: { platform, name: channel },
    happenings,
    look,
  } of news) {
    for (const about of happenings) {
      // Not as `sessionId`: that name is a person's, and the log keeps it secret.
      const { kind, sessionId: stream, ...facts } = { sessionId: undefined, ...about };
      log.info({ platform, channel, stream, ...facts }, `detected: ${kind}`);
      const wish = about === happenings.at(-1) ? look : undefined;
      const isOn = about.kind === 'live' || about.kind === 'update';
      if (wish && isOn && platforms.find(platform)?.detailsOf) starts.push({ ...about, look: wish });
      else all.push(wish ? { about, look: wish } : { about });
    }
  }
  if (!isHeard(ctx)) return;
  const sending = { tx, urgency: 'now' } as const;
  if (all.length > 0) await ctx.queue.sendMany(tellAll, all, sending);
  if (starts.length > 0) await ctx.queue.sendMany(tellStart, starts, sending);
}

async function eventsOf(ctx: Ctx, about: Happening): Promise<PlatformEvent[]> {
  switch (about.kind) {
    case 'video': {
      const video = await findVideo(ctx.db, about.platform, about.videoId, about.videoKind);
      const channel = video && (await findChannel(ctx.db, video.platform, video.channelId));
      return channel ? [{ kind: 'video', video, channel }] : [];
    }
    case 'renamed': {
      const channel = await findChannel(ctx.db, about.platform, about.channelId);
      return channel ? [{ kind: 'renamed', channel, formerName: about.formerName }] : [];
    }
    case 'live':
    case 'update':
    case 'end': {
      const [scene] = await listScenes(ctx.db, [about.sessionId]);
      return scene ? sessionEvents(about, scene.session, scene.channel) : [];
    }
    default:
      return about satisfies never;
  }
}

type SessionHappening = Extract<Happening, { sessionId: string }>;

/** The session as it is now, not as it was: a late "live" already carries the title that came meanwhile. */
function sessionEvents(about: SessionHappening, row: SessionRow, channel: Channel): PlatformEvent[] {
  const scene = { session: asSession(row), channel };
  const told = graceOf(row.graceTold);
  switch (about.kind) {
    case 'live':
      return [{ kind: 'live', ...scene }];
    case 'update':
      return [{ kind: 'update', ...scene }];
    case 'end':
      // It has come back before this was told.
      return told === null || told < about.grace ? [] : [{ kind: 'end', grace: about.grace, ...scene }];
    default:
      return about satisfies never;
  }
}
