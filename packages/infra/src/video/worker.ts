import { BufferTarget, Conversion, HLS_FORMATS, Input, Mp4OutputFormat, Output, UrlSource } from 'mediabunny';
import { answerQuestions } from '../thread/index.ts';
import { guardFetch, LimitError } from './guard-fetch.ts';
import type { RemuxAnswer, RemuxQuestion } from './remux.ts';

const CACHE_BYTES = 8 * 1024 * 1024;

answerQuestions(async (question: RemuxQuestion): Promise<RemuxAnswer> => {
  const guarded = guardFetch(question);
  const source = new UrlSource(question.url, {
    fetchFn: guarded.fetch,
    maxCacheSize: CACHE_BYTES,
    // By itself it would try for ever; who asks may ask again.
    getRetryDelay: () => null,
    // It comes again where it is read.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: HLS_FORMATS });
  try {
    const target = new BufferTarget();
    const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
    const conversion = await Conversion.init({ input, output, tracks: 'primary', showWarnings: false });
    if (!conversion.isValid) return { kind: 'unusable', why: 'nothing in it fits into an mp4' };
    await conversion.execute();
    if (!target.buffer) return { kind: 'unusable', why: 'nothing came out' };
    return { kind: 'made', mp4: new Uint8Array(target.buffer) };
  } catch (error) {
    // The first refusal is the cause of whatever failed after it.
    const cause = guarded.failure() ?? error;
    const why = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof LimitError) return { kind: cause.kind, why };
    return { kind: guarded.failure() ? 'unreachable' : 'unusable', why };
  } finally {
    input.dispose();
  }
});
