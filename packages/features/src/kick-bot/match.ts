import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ClipperCategory } from '@tally/contract';
import { parseJson } from '@tally/kernel';
import { z } from 'zod';
import type { AskRow } from './tables.ts';

/** The partner's bot works on this platform only. */
export const PLATFORM = 'kick';

/** KickBot's links use either of two domains. */
const link = /https?:\/\/(?:www\.)?kickbot\.(?:app|com)\/clip\/([A-Za-z0-9_-]{1,100})(?![A-Za-z0-9_-])/gi;

/** Returns the ids of clips in a KickBot line, without duplicates. */
export const clipsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(link)].map(([, id]) => id as string)),
];

/** Matches `!clip`, alone or with a number of seconds. https://docs.kickbot.com */
export const isAsk = (text: string): boolean => /^!clip(?:\s|$)/i.test(text.trim());

/** Returns the person whom a line addresses. Kick names consist of letters, digits and `_`. */
export const namedIn = (text: string): string | null => /(?<![\w@.])@(\w{3,25})(?!\w)/.exec(text)?.[1] ?? null;

/** KickBot may reply to `!clip` within this time. */
export const ASK_COUNTS_MS = 120_000;
/** Lines of a chat may arrive in the wrong order. */
const OUT_OF_ORDER_MS = 5_000;

export interface Maker {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}

/**
 * Returns who requested a clip: the person whom KickBot's line addresses or replies to, with the roles they had then,
 * or else the last person who typed `!clip`.
 */
export function makerOf(
  line: { readonly text: string; readonly replyTo: string | null; readonly sentAt: Date },
  asked: readonly Pick<AskRow, 'name' | 'displayName' | 'roles' | 'askedAt'>[],
): Maker | null {
  const said = namedIn(line.text) ?? line.replyTo;
  const at = line.sentAt.getTime();
  const inTime = asked.filter(({ askedAt }) => {
    const age = at - askedAt.getTime();
    return age <= ASK_COUNTS_MS && age >= -OUT_OF_ORDER_MS;
  });
  if (said !== null) {
    const [name, slug] = [said.toLowerCase(), said.toLowerCase().replaceAll('_', '-')];
    const known = inTime.find((ask) => ask.displayName.toLowerCase() === name || ask.name === slug);
    return { name: known?.displayName ?? said, roles: known?.roles ?? [] };
  }
  const [last] = inTime.toSorted((a, b) => b.askedAt.getTime() - a.askedAt.getTime());
  return last ? { name: last.displayName, roles: last.roles } : null;
}

/** A signature is valid only if its time is at most this old. */
const BELIEVED_MS = 5 * 60_000;

/** Returns whether the partner just signed these bytes: `sha256=` and the HMAC of "timestamp.body". */
export function isSigned(about: {
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly rawBody: Buffer;
  readonly secret: string;
  readonly now: Date;
}): boolean {
  const { timestamp = '', signature = '', rawBody, secret, now } = about;
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (!hex || !/^\d{10}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1_000) > BELIEVED_MS) return false;
  const genuine = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest();
  return timingSafeEqual(genuine, Buffer.from(hex, 'hex'));
}

/** The hosts of the partner's clips and recordings. */
const hosts = {
  clip: /^(?:www\.)?kickbot\.(?:app|com)$/,
  vod: /^(?:www\.)?(?:kickbot\.(?:app|com)|kick\.com)$/,
} as const;

/** The partner's pushes, in a format that is not agreed on yet: docs/kickbot.md. */
const Pushed = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  streamer: z.string().regex(/^[\w-]{1,50}$/),
  clipper: z
    .object({ username: z.string().max(100), badges: z.array(z.string().max(50)).max(20).default([]) })
    .nullish(),
  title: z.string().max(2_000).nullish(),
  url: z.url({ protocol: /^https$/ }).max(500),
  durationSeconds: z.number().positive().max(200_000).nullish(),
  createdAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
});
export type PushedClip = z.output<typeof Pushed>;

/** Returns null if the push does not have the expected format. */
export function readPushed(rawBody: Buffer, kind: keyof typeof hosts): PushedClip | null {
  const { data } = Pushed.safeParse(parseJson(rawBody));
  if (!data) return null;
  const { hostname, username, port } = new URL(data.url);
  return hosts[kind].test(hostname) && username === '' && port === '' ? data : null;
}
