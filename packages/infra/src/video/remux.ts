import { seconds } from '@tally/kernel';
import { type Asking, Thread } from '../thread/index.ts';

export interface RemuxQuestion {
  /** An HLS playlist, or an mp4. */
  readonly url: string;
  /** What it, and whatever it names, may be read from. */
  readonly origins: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Of what is read, and so of what comes out. */
  readonly maxBytes: number;
}

export type RemuxAnswer =
  | { readonly kind: 'made'; readonly mp4: Uint8Array }
  /** Asking again is of use for `unreachable` alone. */
  | { readonly kind: 'tooLarge' | 'refused' | 'unusable' | 'unreachable'; readonly why: string };

/** What strangers uploaded is read in a thread, which ends when it takes too long. */
const thread = new Thread<RemuxQuestion, RemuxAnswer>(new URL('./worker.ts', import.meta.url), {
  name: 'remux',
  withinMs: seconds(45),
  heapMb: 256,
});

/** The packets of the source in one mp4, as they are: nothing is decoded. */
export const remux = async (asking: Asking, question: RemuxQuestion): Promise<RemuxAnswer> =>
  await thread.ask(asking, question);
