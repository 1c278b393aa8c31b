import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { count } from '../wire/fields.ts';

export const LatencyDays = z.enum(['1', '7', '28', '90']);
export type LatencyDays = z.infer<typeof LatencyDays>;
/** The share of pushed messages that should be visible within that time. */
export const LATENCY_GOAL = 0.9995;

/** `push`: the platform pushed it. `asking`: we found it, so the time counts from its start. */
export const LatencyWay = z.enum(['push', 'asking']);
export type LatencyWay = z.infer<typeof LatencyWay>;

const ms = z.int().nullable();

/**
 * One day in UTC. Spans end when the message was visible, and begin when the push arrived (`arrived`) or by the
 * platform's own time (`told`). `first` and `last`: the edges of each announcement.
 */
export const LatencyRow = z
  .object({
    day: z.iso.date(),
    platform: Platform,
    way: LatencyWay,
    span: z.enum(['arrived', 'told', 'first', 'last']),
    /** Visible messages, and for `first` and `last` announcements. */
    count,
    /** In milliseconds. Null: no message. */
    p50: ms,
    p90: ms,
    p99: ms,
    max: ms,
    over30s: count,
    failed: count,
    /** Discord did not confirm whether it posted them. */
    unconfirmed: count,
    /** Settings of their servers held these messages back, or caused a refusal. */
    leftOut: count,
    /** Without a usable time, because a clock was wrong. */
    odd: count,
  })
  .meta({ id: 'LatencyRow' });
export type LatencyRow = z.infer<typeof LatencyRow>;

const Spread = z.object({
  /** The typical day: half of the messages came on days whose median was at most this. */
  p50: z.int(),
  /** The worst day. */
  p99: z.int(),
});

export const LatencyOf = z
  .object({
    platform: Platform,
    way: LatencyWay,
    /** Visible, failed and unconfirmed ones. */
    messages: count,
    /** The share that was visible within 30 seconds; the rest was late or never visible. Null: no message. */
    share: z.number().min(0).max(1).nullable(),
    /** By our own clock. Null if we polled. */
    arrived: Spread.nullable(),
    /** By the platform's clock. Null: no usable time. */
    told: Spread.nullable(),
    failed: count,
    unconfirmed: count,
    leftOut: count,
    odd: count,
    /** Days of the last ninety with messages, oldest first. */
    days: z.array(z.object({ day: z.iso.date(), messages: count, share: z.number().min(0).max(1) })),
  })
  .meta({ id: 'LatencyOf' });
export type LatencyOf = z.infer<typeof LatencyOf>;

export const Latency = z
  .object({
    days: z.int(),
    /** The first and the last of the ninety days. */
    from: z.iso.date(),
    until: z.iso.date(),
    goal: z.number(),
    /** Pushed messages of all platforms in these days. */
    messages: count,
    share: z.number().min(0).max(1).nullable(),
    /** How far our clock is ahead of Discord's. Null: unknown. Beyond a second, `told` is not reliable. */
    clockOffsetMs: z.int().nullable(),
    isClockOff: z.boolean(),
    platforms: z.array(LatencyOf),
  })
  .meta({ id: 'Latency' });
export type Latency = z.infer<typeof Latency>;
