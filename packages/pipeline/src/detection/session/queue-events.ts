import { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, graces } from '@tally/kernel';
import { z } from 'zod';
import { Look } from '../looks.ts';
import type { ChannelRow } from '../tables.ts';

const Grace = z.literal([...graces]);

/** A reference to an event. The job reads the current state when it runs. */
const EventRef = z.discriminatedUnion('kind', [
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
export type EventRef = z.output<typeof EventRef>;

const EventJob = z.object({
  about: EventRef,
  /** The check for details that a short push left out. It follows once all servers are notified. */
  look: Look.optional(),
});
export type EventJob = z.output<typeof EventJob>;

export const dispatchToAll = declareJob({ name: 'detection/tell-all', data: EventJob, concurrency: 4 });

/**
 * Handles a start or return whose push had no title, on platforms that know the title early. The job requests it first,
 * so the first message is complete. Many such requests run at once, and other events do not wait for them.
 */
export const dispatchStart = declareJob({
  name: 'detection/tell-start',
  data: z.object({ kind: z.enum(['live', 'update']), sessionId: z.uuid(), look: Look }),
  concurrency: 32,
});

/** Repeats the event for the one feature that failed. */
export const tellFeature = declareJob({
  name: 'detection/tell-feature',
  data: z.object({ feature: z.string(), about: EventRef }),
  concurrency: 4,
});

/** The trace of an event. Changes have none, because their messages show the edits. */
export const traceOf = (about: EventRef): string | null => {
  switch (about.kind) {
    case 'live':
    case 'end':
      return `${about.sessionId}:${about.kind}`;
    case 'video':
      return `${about.platform}:${about.videoId}:${about.videoKind}`;
    case 'update':
    case 'renamed':
      return null;
    default:
      return about satisfies never;
  }
};

/** Each grace period of an end is decided separately. */
export const graceOf = (about: EventRef): number => (about.kind === 'end' ? about.grace : 0);

export interface ChannelEvents {
  /** The trace context of the call that found the event. */
  readonly ctx: Ctx;
  readonly channel: ChannelRow;
  readonly events: readonly EventRef[];
  look?: Look;
}

/** True if any feature listens. */
export const isHeard = ({ features }: Ctx): boolean => features.some((feature) => feature.platform);

export const queueEvents = (ctx: Ctx, tx: Db, channel: ChannelRow, events: readonly EventRef[]): Promise<void> =>
  queueAllEvents(ctx, tx, [{ ctx, channel, events }]);

export async function queueAllEvents(ctx: Ctx, tx: Db, batch: readonly ChannelEvents[]): Promise<void> {
  const all: EventJob[] = [];
  const starts: z.output<typeof dispatchStart.data>[] = [];
  for (const {
    ctx: { log, platforms, trace, traced, clock },
    channel: { platform, name: channel },
    events,
    look,
  } of batch) {
    for (const about of events) {
      // The name `sessionId` belongs to login sessions, and the log redacts it.
      const { kind, sessionId: stream, ...facts } = { sessionId: undefined, ...about };
      log.info({ platform, channel, stream, ...facts }, `detected: ${kind}`);
      const event = traceOf(about);
      if (event) {
        traced?.events.push(event);
        trace.span(`event:${event}`, () => ({
          name: 'decide',
          kind: 'internal',
          from: traced?.from ?? clock.now(),
          to: clock.now(),
          parent: traced?.route === undefined ? undefined : { name: traced.route },
          part: graceOf(about),
          attributes: { 'tally.platform': platform, 'tally.kind': kind },
        }));
      }
      const asked = about === events.at(-1) ? look : undefined;
      const isOn = about.kind === 'live' || about.kind === 'update';
      if (asked && isOn && platforms.with('details').has(platform)) starts.push({ ...about, look: asked });
      else all.push(asked ? { about, look: asked } : { about });
    }
  }
  if (!isHeard(ctx)) return;
  const sending = { tx, urgency: 'now' } as const;
  if (all.length > 0) await ctx.queue.sendMany(dispatchToAll, all, sending);
  if (starts.length > 0) await ctx.queue.sendMany(dispatchStart, starts, sending);
}
