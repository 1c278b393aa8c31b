import type { ImportReason } from '@tally/contract';
import { AppError, type Ctx, UpstreamError } from '@tally/kernel';
import { readEmoteAddress } from '@tally/platforms/emote-address';
import { fitPicture } from '../render/ask.ts';
import type { Fitted } from '../render/fit.ts';
import { fetchEmote } from './images.ts';

type Ready = Extract<Fitted, { kind: 'fits' }>;

/** Returns an emote's image in a form that Discord accepts, or the reason why there is none. */
export async function readyPicture(ctx: Ctx, address: string): Promise<Ready | ImportReason> {
  const emote = readEmoteAddress(ctx.config, address);
  if (!emote) return 'noPicture';
  try {
    const { bytes } = await fetchEmote(ctx, emote);
    const fitted = await fitPicture(ctx, bytes);
    return fitted.kind === 'fits' ? fitted : fitted.kind;
  } catch (error) {
    if (error instanceof UpstreamError) return error.kind === 'odd' ? 'unreadable' : 'noPicture';
    // The thread that opened this image has crashed, and another attempt would crash too.
    if (error instanceof AppError && error.code === 'unavailable') return 'unreadable';
    throw error;
  }
}
