import type { ResponseLike } from '@discordjs/rest';
import { z } from 'zod';

/** Limits of writing, beside those of calls: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const writeLimits: ReadonlySet<unknown> = new Set([20016, 20022, 20028, 20029, 30046, 31002]);

/** They come as 400, 403 or 429. */
export const isWriteLimit = (code: unknown): boolean => writeLimits.has(code);

/** How long we wait where Discord does not say it. */
const UNTOLD_SECONDS = 1;

const Said = z.object({ retry_after: z.number().catch(0), code: z.unknown().optional() }).catch({ retry_after: 0 });

export interface TooMany {
  /** Of one message or channel. Discord does not count it towards its ban. */
  readonly isOfWriting: boolean;
  /** The library sees no limit in it, and so counts none. */
  readonly isPlain: boolean;
  readonly waitMs: number;
  /** What the library is to see of it. */
  readonly answer: ResponseLike;
}

/**
 * The header may say one second where the body says twenty minutes, and the library believes the header:
 * https://github.com/discord/discord-api-docs/issues/6109. The longer of both counts.
 *
 * The library holds up all calls that share a bucket, which are those of a whole channel. So it sees a limit of writing
 * that is longer than we wait as a plain refusal, which ends this call alone.
 */
export async function readTooMany(answer: ResponseLike, patienceMs: number): Promise<TooMany> {
  const body: unknown = await answer.json().catch(() => null);
  const said = Said.parse(body);
  const told = Math.max(Number(answer.headers.get('retry-after')) || 0, said.retry_after);
  // Without any word of how long, the library would ask again at once, again and again.
  const wait = told || UNTOLD_SECONDS;
  const isOfWriting = isWriteLimit(said.code);
  const isPlain = isOfWriting && (told === 0 || wait * 1000 > patienceMs);
  return {
    isOfWriting,
    isPlain,
    waitMs: wait * 1000,
    answer: isPlain
      ? { ...answer, status: 400, json: async () => ({ ...(body as object), retry_after: wait }) }
      : { ...answer, headers: withWait(answer.headers, wait) },
  };
}

function withWait(headers: ResponseLike['headers'], wait: number): ResponseLike['headers'] {
  const get = (name: string) => (name.toLowerCase() === 'retry-after' ? String(wait) : headers.get(name));
  return { get, has: (name: string) => get(name) !== null } as ResponseLike['headers'];
}
