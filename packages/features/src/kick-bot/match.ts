import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ClipperCategory } from '@tally/contract';
import { parseJson } from '@tally/kernel';
import { z } from 'zod';
import type { AskRow } from './tables.ts';

/** The platform on which the partner's bot works. */
export const PLATFORM = 'kick';

/** KickBot replies with both domains. */
const link = /https?:\/\/(?:www\.)?kickbot\.(?:app|com)\/clip\/([A-Za-z0-9_-]{1,100})(?![A-Za-z0-9_-])/gi;

/** The clips in a KickBot line, without duplicates. */
export const clipsIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(link)].map(([, id]) => id as string)),
];

/** `!clip`, alone or with a number of seconds. https://docs.kickbot.com */
export const isAsk = (text: string): boolean => /^!clip(?:\s|$)/i.test(text.trim());

/** The person whom a line addresses. Names on Kick have letters, digits and `_`. */
export const namedIn = (text: string): string | null => /(?<![\w@.])@(\w{3,25})(?!\w)/.exec(text)?.[1] ?? null;

/** How long after `!clip` the reply may come. */
export const ASK_COUNTS_MS = 120_000;
/** Lines of one chat may arrive out of order. */
const OUT_OF_ORDER_MS = 5_000;

export interface Maker {
  readonly name: string;
  readonly roles: readonly ClipperCategory[];
}

/**
 * The author of a clip that KickBot names: the person whom its line addresses or replies to, with their roles at the
 * request; without a name, the last person who asked.
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

/** How old a signed time may be. */
const BELIEVED_MS = 5 * 60_000;

/** Whether the partner has just signed exactly these bytes: `sha256=` and the HMAC of "timestamp.body". */
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

/** The hosts of their clips and recordings. */
const hosts = {
  clip: /^(?:www\.)?kickbot\.(?:app|com)$/,
  vod: /^(?:www\.)?(?:kickbot\.(?:app|com)|kick\.com)$/,
} as const;

/** The partner's pushes, in a format that we have not agreed on yet: docs/kickbot.md. */
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

/** Null: the push does not have the expected format. */
export function readPushed(rawBody: Buffer, kind: keyof typeof hosts): PushedClip | null {
  const { data } = Pushed.safeParse(parseJson(rawBody));
  if (!data) return null;
  const { hostname, username, port } = new URL(data.url);
  return hosts[kind].test(hostname) && username === '' && port === '' ? data : null;
}
