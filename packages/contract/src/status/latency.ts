import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { count } from '../wire/fields.ts';

export const LatencyDays = z.enum(['1', '7', '28', '90']);
export type LatencyDays = z.infer<typeof LatencyDays>;
/** The share of pushed messages that should be visible within the target time. */
export const LATENCY_GOAL = 0.9995;

/** `push`: the platform pushed the event. `asking`: we found it by polling, so the time counts from its start. */
export const LatencyWay = z.enum(['push', 'asking']);
export type LatencyWay = z.infer<typeof LatencyWay>;

const ms = z.int().nullable();

/**
 * One day in UTC. Spans end when the message is visible. They begin when the push arrived (`arrived`), or at the
 * platform's own time (`told`). `first` and `last` are the first and last messages of each announcement.
 */
export const LatencyRow = z
  .object({
    day: z.iso.date(),
    platform: Platform,
    way: LatencyWay,
    span: z.enum(['arrived', 'told', 'first', 'last']),
    /** Counts visible messages, or announcements for `first` and `last`. */
    count,
    /** The percentiles in milliseconds. Null if there were no messages. */
    p50: ms,
    p90: ms,
    p99: ms,
    max: ms,
    over30s: count,
    failed: count,
    /** Messages for which Discord did not confirm whether it posted them. */
    unconfirmed: count,
    /** Messages that their servers' settings held back or caused to be refused. */
    leftOut: count,
    /** Messages without a usable time, because a clock was wrong. */
    odd: count,
  })
  .meta({ id: 'LatencyRow' });
export type LatencyRow = z.infer<typeof LatencyRow>;

const Spread = z.object({
  /** The median of a typical day: half of the messages came on days whose median was at most this. */
  p50: z.int(),
  /** The value on the worst day. */
  p99: z.int(),
});

export const LatencyOf = z
  .object({
    platform: Platform,
    way: LatencyWay,
    /** All messages: visible, failed and unconfirmed. */
    messages: count,
    /** The share that was visible within 30 seconds. The rest was late or never visible. Null if none were sent. */
    share: z.number().min(0).max(1).nullable(),
    /** Measured by our own clock. Null if we polled the platform. */
    arrived: Spread.nullable(),
    /** Measured by the platform's clock. Null without a usable time. */
    told: Spread.nullable(),
    failed: count,
    unconfirmed: count,
    leftOut: count,
    odd: count,
    /** The days of the last ninety that have messages, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), messages: count, share: z.number().min(0).max(1) })),
  })
  .meta({ id: 'LatencyOf' });
export type LatencyOf = z.infer<typeof LatencyOf>;

export const Latency = z
  .object({
    days: z.int(),
    /** The first and last of the ninety days. */
    from: z.iso.date(),
    until: z.iso.date(),
    goal: z.number(),
    /** All platforms' pushed messages in these days. */
    messages: count,
    share: z.number().min(0).max(1).nullable(),
    /** How far our clock is ahead of Discord's. Null if unknown. Beyond one second, `told` is unreliable. */
    clockOffsetMs: z.int().nullable(),
    isClockOff: z.boolean(),
    platforms: z.array(LatencyOf),
  })
  .meta({ id: 'Latency' });
export type Latency = z.infer<typeof Latency>;
