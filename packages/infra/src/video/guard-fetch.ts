import type { RemuxQuestion } from './remux.ts';

/** A clip of three minutes has twenty. */
const MOST_REQUESTS = 400;
/** Of three minutes it has 2 kB. Reading 200,000 lines of one took half a gigabyte. */
const PLAYLIST_BYTES = 256 * 1024;

export class LimitError extends Error {
  readonly kind: 'tooLarge' | 'refused';
  constructor(kind: 'tooLarge' | 'refused', message: string) {
    super(message);
    this.kind = kind;
  }
}

interface Guarded {
  readonly fetch: typeof fetch;
  /** The first thing that went wrong. */
  failure(): unknown;
}

/**
 * A playlist names whatever its author likes: only these origins are asked, without redirects, and only so much of them is
 * read. The thread ends what takes too long.
 */
export function guardFetch({ origins, headers, maxBytes }: Omit<RemuxQuestion, 'url'>): Guarded {
  let failure: unknown;
  let requests = 0;
  let bytes = 0;
  const fail = (error: unknown): never => {
    failure ??= error;
    throw error;
  };
  return {
    failure: () => failure,
    async fetch(asked, init) {
      const url = new URL(asked instanceof Request ? asked.url : asked);
      if (!origins.includes(url.origin)) fail(new LimitError('refused', `not asked: ${url.protocol}//${url.hostname}`));
      requests += 1;
      if (requests > MOST_REQUESTS) fail(new LimitError('refused', `more than ${MOST_REQUESTS} requests`));
      const all = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) all.set(name, value);
      const about: RequestInit = { method: 'GET', headers: all, redirect: 'error', signal: init?.signal ?? null };
      const answer = await fetch(url, about).catch((error: unknown) =>
        init?.signal?.aborted ? Promise.reject(error) : fail(error),
      );
      if (!answer.ok) fail(new Error(`answered ${answer.status}`));
      const left = url.pathname.endsWith('.m3u8') ? Math.min(bytes + PLAYLIST_BYTES, maxBytes) : maxBytes;
      const counted = answer.body?.pipeThrough(
        new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, stream) {
            bytes += chunk.length;
            if (bytes > left) fail(new LimitError('tooLarge', `more than ${left} bytes`));
            stream.enqueue(chunk);
          },
        }),
      );
      return new Response(counted ?? null, { status: answer.status, headers: answer.headers });
    },
  };
}
