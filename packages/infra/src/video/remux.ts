import { seconds } from '@tally/kernel';
import { type Asking, Thread } from '../thread/index.ts';

export interface RemuxQuestion {
  /** The URL of an HLS playlist or an mp4. */
  readonly url: string;
  /** The origins from which the URL and its segments may be read. */
  readonly origins: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** The size limit of the input, and so of the output. */
  readonly maxBytes: number;
}

export type RemuxAnswer =
  | { readonly kind: 'made'; readonly mp4: Uint8Array }
  /** Only `unreachable` is worth a retry. */
  | { readonly kind: 'tooLarge' | 'refused' | 'unusable' | 'unreachable'; readonly why: string };

/** Untrusted uploads are read in a thread that is ended when it takes too long. */
const thread = new Thread<RemuxQuestion, RemuxAnswer>(new URL('./worker.ts', import.meta.url), {
  name: 'remux',
  withinMs: seconds(45),
  heapMb: 256,
});

/** Copies the packets of the source into one mp4 without decoding. */
export const remux = async (asking: Asking, question: RemuxQuestion): Promise<RemuxAnswer> =>
  await thread.ask(asking, question);
