import type { ResponseLike } from '@discordjs/rest';
import { z } from 'zod';

/** Write limits, in addition to rate limits: https://docs.discord.com/developers/topics/opcodes-and-status-codes */
const writeLimits: ReadonlySet<unknown> = new Set([20016, 20022, 20028, 20029, 30046, 31002]);

/** Discord reports write limits with status 400, 403 or 429. */
export const isWriteLimit = (code: unknown): boolean => writeLimits.has(code);

/** How long we wait if Discord gives no duration. */
const UNTOLD_SECONDS = 1;

const Said = z.object({ retry_after: z.number().catch(0), code: z.unknown().optional() }).catch({ retry_after: 0 });

export interface TooMany {
  /** True for a limit on one message or channel. Discord does not count it toward its ban. */
  readonly isOfWriting: boolean;
  /** True if the library does not recognize this refusal as a limit, so the library does not count it. */
  readonly isPlain: boolean;
  readonly waitMs: number;
  /** The response that the library receives. */
  readonly answer: ResponseLike;
}

/**
 * The header may say one second where the body says twenty minutes, and the library believes the header:
 * https://github.com/discord/discord-api-docs/issues/6109. So the longer time counts. The library holds back all calls
 * of a bucket, which is a whole channel. We therefore present a write limit longer than our patience as a plain
 * refusal, which ends only this call.
 */
export async function readTooMany(answer: ResponseLike, patienceMs: number): Promise<TooMany> {
  const body: unknown = await answer.json().catch(() => null);
  const said = Said.parse(body);
  const told = Math.max(Number(answer.headers.get('retry-after')) || 0, said.retry_after);
  // Without a duration, the library would keep retrying immediately.
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
