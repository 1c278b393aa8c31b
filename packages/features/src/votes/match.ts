import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { UserId } from '@tally/contract';
import { parseJson } from '@tally/kernel';
import { z } from 'zod';

/** How old a signed time may be, in seconds. top.gg sets no limit. */
const BELIEVED_SECONDS = 300;
const signed = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/**
 * Checks that top.gg has recently signed exactly these bytes: `x-topgg-signature: t=<seconds>,v1=<HMAC of "t.body">`.
 * https://docs.top.gg/webhooks/overview
 */
export function isSigned(about: { header: string; rawBody: Buffer; secret: string; now: Date }): boolean {
  const [, time = '', hex = ''] = signed.exec(about.header) ?? [];
  if (time === '' || Math.abs(about.now.getTime() / 1_000 - Number(time)) > BELIEVED_SECONDS) return false;
  const genuine = createHmac('sha256', about.secret).update(`${time}.`).update(about.rawBody).digest();
  return timingSafeEqual(genuine, Buffer.from(hex, 'hex'));
}

/** The older kind of push has only a password. We compare hashes, so the time reveals nothing about its length. */
export function isSamePassword(given: string, password: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(password));
}

/** A vote, from either kind of push. */
export interface ReportedVote {
  /** Null for the older kind of push, which has no id. */
  readonly id: string | null;
  readonly userId: UserId;
  readonly votedAt: Date;
  readonly weight: number;
}

/** `test`: the bot's owner pressed "Test" at top.gg. */
export type Read = { readonly kind: 'vote'; readonly vote: ReportedVote } | { readonly kind: 'test' | 'other' | 'odd' };

const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const Signed = z.object({
  type: z.literal('vote.create'),
  data: z.object({
    id: z.string().regex(/^[\w-]{1,100}$/),
    weight: z.int().min(1).max(100).default(1),
    created_at: moment,
    project: z.object({ type: z.string() }),
    user: z.object({ platform_id: UserId }),
  }),
});

/** Reads a signed push: https://docs.top.gg/api/v1/webhooks */
export function readSigned(rawBody: Buffer): Read {
  const body = parseJson(rawBody);
  const { data: type } = z.object({ type: z.string() }).safeParse(body);
  if (type?.type === 'webhook.test') return { kind: 'test' };
  if (type && type.type !== 'vote.create') return { kind: 'other' };
  const { data: read } = Signed.safeParse(body);
  if (!read) return { kind: 'odd' };
  const { id, weight, created_at: votedAt, project, user } = read.data;
  // Votes for our server arrive in the same way, and are ignored.
  if (project.type !== 'bot') return { kind: 'other' };
  return { kind: 'vote', vote: { id, userId: user.platform_id, votedAt, weight } };
}

const Unsigned = z.object({
  bot: UserId.optional(),
  user: UserId,
  type: z.string(),
  isWeekend: z.boolean().nullish(),
});

/** Reads the older, unsigned kind of push: https://docs.top.gg/docs/Resources/webhooks */
export function readUnsigned(rawBody: Buffer, now: Date): Read {
  const { data: read } = Unsigned.safeParse(parseJson(rawBody));
  if (!read) return { kind: 'odd' };
  if (read.type === 'test') return { kind: 'test' };
  if (read.type !== 'upvote' || read.bot === undefined) return { kind: 'other' };
  return { kind: 'vote', vote: { id: null, userId: read.user, votedAt: now, weight: read.isWeekend ? 2 : 1 } };
}
