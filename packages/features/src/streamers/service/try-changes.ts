import type { StreamerBody, StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { whatIsNew } from '../../places/index.ts';
import { merged } from '../match.ts';
import type { StreamerAddress } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer, requireVideos } from './address.ts';
import { checkMessages, refuseOtherPlatforms } from './change-messages.ts';
import { checkNews } from './check-news.ts';

/** A streamer with unsaved changes, which must be valid, and which its platform must be able to fulfil. */
export async function tryChanges(
  ctx: Ctx,
  address: StreamerAddress,
  about: { body: StreamerBody; message: StreamerMessageType | undefined; isAboutVideos: boolean },
): Promise<StreamerRow> {
  const saved = await getStreamer(ctx, address);
  if (about.message) refuseOtherPlatforms(address.platform, about.message);
  if (about.isAboutVideos) requireVideos(ctx, address.platform);
  const { customMessages: own, ...settings } = about.body;
  await checkNews(ctx, address, whatIsNew(settings, saved.settings));
  if (own) await checkMessages(ctx, ctx.db, saved, own);
  return { ...saved, settings: merged(saved.settings, settings) };
}
