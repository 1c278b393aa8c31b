import type { StreamerBody, StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { refuseOtherPlatforms } from '../../message-editor/index.ts';
import { merged, newPartsOf } from '../../places/index.ts';
import type { StreamerRow } from '../tables.ts';
import { requireVideos } from './address.ts';
import { checkMessages } from './change-messages.ts';
import { checkNews } from './check-news.ts';

/** Validates unsaved changes and returns the streamer with them. The streamer's platform must support them. */
export async function tryChanges(
  ctx: Ctx,
  saved: StreamerRow,
  about: { body: StreamerBody; message: StreamerMessageType | undefined; isAboutVideos: boolean },
): Promise<StreamerRow> {
  if (about.message) refuseOtherPlatforms(saved.platform, about.message);
  if (about.isAboutVideos) requireVideos(ctx, saved.platform);
  const { customMessages: own, ...settings } = about.body;
  await checkNews(ctx, saved, newPartsOf(settings, saved.settings));
  if (own) await checkMessages(ctx, ctx.db, saved, own);
  return { ...saved, settings: merged(saved.settings, settings) };
}
