import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, graces } from '@tally/kernel';
import { z } from 'zod';
import type { ChannelRow } from '../tables.ts';
import { LookWish } from '../wish.ts';

const Grace = z.literal([...graces]);

/** What has happened, as a reference only. The job reads the current state when it runs. */
const Happening = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('live'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('update'), sessionId: z.uuid() }),
  z.object({ kind: z.literal('end'), sessionId: z.uuid(), grace: Grace }),
  z.object({
    kind: z.literal('video'),
    platform: Platform,
    videoId: z.string(),
    videoKind: z.enum(['upload', 'short', 'premiere', 'vod', 'clip', 'partnerClip']),
  }),
  z.object({ kind: z.literal('renamed'), platform: Platform, channelId: z.string(), formerName: z.string() }),
]);
export type Happening = z.output<typeof Happening>;

const Tidings = z.object({
  about: Happening,
  /** Asks for what a short push left out, after all servers have been notified. */
  look: LookWish.optional(),
});
export type Tidings = z.output<typeof Tidings>;

export const tellAll = declareJob({ name: 'detection/tell-all', data: Tidings, concurrency: 4 });

/**
 * For a stream that starts or returns with a push without a title, on platforms that know the title early. The job
 * asks for it first, so the first message is complete. Many such questions run at once, and other news does not wait
 * behind them.
 */
export const tellStart = declareJob({
  name: 'detection/tell-start',
  data: z.object({ kind: z.enum(['live', 'update']), sessionId: z.uuid(), look: LookWish }),
  concurrency: 32,
});

/** Repeats the event for the one feature that failed. */
export const tellFeature = declareJob({
  name: 'detection/tell-feature',
  data: z.object({ feature: z.string(), about: Happening }),
  concurrency: 4,
});

export interface News {
  /** The context of the call that found it. */
  readonly ctx: Ctx;
  readonly channel: ChannelRow;
  readonly happenings: readonly Happening[];
  look?: LookWish;
}

/** True if any feature listens. */
export const isHeard = ({ features }: Ctx): boolean => features.some((feature) => feature.platform);

export const queueNews = (ctx: Ctx, tx: Db, channel: ChannelRow, happenings: readonly Happening[]): Promise<void> =>
  queueAllNews(ctx, tx, [{ ctx, channel, happenings }]);

export async function queueAllNews(ctx: Ctx, tx: Db, news: readonly News[]): Promise<void> {
  const all: Tidings[] = [];
  const starts: z.output<typeof tellStart.data>[] = [];
  for (const {
    ctx: { log, platforms },
    channel: { platform, name: channel },
    happenings,
    look,
  } of news) {
    for (const about of happenings) {
      // Not as `sessionId`: that name belongs to login sessions, and the log redacts it.
      const { kind, sessionId: stream, ...facts } = { sessionId: undefined, ...about };
      log.info({ platform, channel, stream, ...facts }, `detected: ${kind}`);
      const wish = about === happenings.at(-1) ? look : undefined;
      const isOn = about.kind === 'live' || about.kind === 'update';
      if (wish && isOn && platforms.with('details').has(platform)) starts.push({ ...about, look: wish });
      else all.push(wish ? { about, look: wish } : { about });
    }
  }
  if (!isHeard(ctx)) return;
  const sending = { tx, urgency: 'now' } as const;
  if (all.length > 0) await ctx.queue.sendMany(tellAll, all, sending);
  if (starts.length > 0) await ctx.queue.sendMany(tellStart, starts, sending);
}
