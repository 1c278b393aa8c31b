import type { Timers } from '@tally/kernel';

export class LimitError extends Error {
  readonly kind: 'tooLarge' | 'refused';
  constructor(kind: 'tooLarge' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A response with an unusable status. */
export class AnswerError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`answered ${status}`);
    this.status = status;
  }
}

export interface Guards {
  /** The origins from which a playlist and its segments may be read. */
  readonly origins: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The limit for all bytes together. */
  readonly maxBytes: number;
  readonly maxRequests: number;
  readonly playlistBytes: number;
  /** The limit for one segment, by default the limit for all bytes. */
  readonly pieceBytes?: number;
  /** Without this, each request is made once. */
  readonly retries?: Retries;
}

export interface Retries {
  readonly times: number;
  /** The pause before the first retry. It doubles with each retry. */
  readonly pauseMs: number;
  /** The time limit for one attempt. */
  readonly withinMs: number;
  readonly timers: Timers;
}

interface Guarded {
  readonly fetch: typeof fetch;
  /** Returns the first final failure. */
  failure(): unknown;
}

/**
 * A playlist may contain any URL, so reads are limited to these origins and sizes, without redirects. The thread aborts
 * a request that takes too long.
 */
export function guardFetch(guards: Guards): Guarded {
  const { origins, headers, maxBytes, maxRequests, playlistBytes, pieceBytes = maxBytes, retries } = guards;
  let failure: unknown;
  let requests = 0;
  let bytes = 0;
  const fail = (error: unknown): never => {
    failure ??= error;
    throw error;
  };
  const counted = (body: Response['body'], left: number) =>
    body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, stream) {
          bytes += chunk.length;
          if (bytes > left) fail(new LimitError('tooLarge', `more than ${left} bytes`));
          stream.enqueue(chunk);
        },
      }),
    );
  const ask = async (url: URL, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init);
    if (!answer.ok) throw new AnswerError(answer.status);
    const most = url.pathname.endsWith('.m3u8') ? playlistBytes : pieceBytes;
    const left = Math.min(bytes + most, maxBytes);
    return new Response(counted(answer.body, left) ?? null, { status: answer.status, headers: answer.headers });
  };
  return {
    failure: () => failure,
    async fetch(asked, init) {
      const url = new URL(asked instanceof Request ? asked.url : asked);
      if (!origins.includes(url.origin)) fail(new LimitError('refused', `not asked: ${url.protocol}//${url.hostname}`));
      requests += 1;
      if (requests > maxRequests) fail(new LimitError('refused', `more than ${maxRequests} requests`));
      const all = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      const signal = init?.signal ?? null;
      const about: RequestInit = { method: 'GET', headers: all, redirect: 'error', signal };
      const work = retries
        ? askOften((limit) => ask(url, { ...about, signal: limit }), retries, signal)
        : ask(url, about);
      return await work.catch((error: unknown) => (signal?.aborted ? Promise.reject(error) : fail(error)));
    },
  };
}

/** Reading the body is part of the attempt. If it breaks off, the next attempt starts over. */
async function askOften(
  ask: (limit: AbortSignal) => Promise<Response>,
  { times, pauseMs, withinMs, timers }: Retries,
  signal: AbortSignal | null,
): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const limit = new AbortController();
    const callOff = timers.after(withinMs, () => limit.abort());
    try {
      const answer = await ask(signal ? AbortSignal.any([signal, limit.signal]) : limit.signal);
      const { status, headers } = answer;
      return new Response(await answer.arrayBuffer(), { status, headers });
    } catch (error) {
      // A refusal is final: the URL has expired, or we were never allowed to read it.
      const isFinal =
        error instanceof LimitError || (error instanceof AnswerError && [401, 403].includes(error.status));
      if (isFinal || signal?.aborted || tries >= times) throw error;
    } finally {
      callOff();
    }
    await timers.pause(pauseMs * 2 ** tries);
  }
}
