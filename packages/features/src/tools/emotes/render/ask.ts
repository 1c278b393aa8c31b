import { type Asking, Thread } from '@tally/infra/thread';
import { seconds } from '@tally/kernel';
import type { Fitted } from './fit.ts';

const thread = new Thread<Uint8Array, Fitted>(new URL('./worker.ts', import.meta.url), {
  name: 'pictures of emotes',
  withinMs: seconds(15),
  heapMb: 128,
});

export const fitPicture = async (ctx: Asking, bytes: Uint8Array): Promise<Fitted> => await thread.ask(ctx, bytes);
