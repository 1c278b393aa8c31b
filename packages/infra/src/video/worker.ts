import { BufferTarget, Mp4OutputFormat, Output } from 'mediabunny';
import { answerQuestions } from '../thread/index.ts';
import { guardFetch, LimitError } from './guard-fetch.ts';
import type { RemuxAnswer, RemuxQuestion } from './remux.ts';
import { repack } from './repack.ts';

/** A clip of three minutes needs twenty requests. */
const MOST_REQUESTS = 400;
/** A playlist of three minutes has 2 kB. Reading one with 200,000 lines took half a gigabyte. */
const PLAYLIST_BYTES = 256 * 1024;

answerQuestions(async (question: RemuxQuestion): Promise<RemuxAnswer> => {
  const guarded = guardFetch({ ...question, maxRequests: MOST_REQUESTS, playlistBytes: PLAYLIST_BYTES });
  const target = new BufferTarget();
  try {
    const format = new Mp4OutputFormat({ fastStart: 'in-memory' });
    await repack(question.url, guarded.fetch, new Output({ format, target }));
    if (!target.buffer) return { kind: 'unusable', why: 'nothing came out' };
    return { kind: 'made', mp4: new Uint8Array(target.buffer) };
  } catch (error) {
    // The first refusal caused all later failures.
    const cause = guarded.failure() ?? error;
    const why = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof LimitError) return { kind: cause.kind, why };
    return { kind: guarded.failure() ? 'unreachable' : 'unusable', why };
  }
});
