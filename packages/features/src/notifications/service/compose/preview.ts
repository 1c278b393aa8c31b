import {
  type MessageDraft,
  type MessagePreview,
  platforms,
  type ServerId,
  type StreamerBody,
  type StreamerMessageType,
  streamerBodies,
  streamerMessageTypesOf,
} from '@tally/contract';
import { AppError, type Channel, type Ctx, say } from '@tally/kernel';
import { findChannel, listLiveStreams } from '@tally/pipeline/detection';
import { refuseOtherPlatforms } from '../../../message-editor/index.ts';
import { checkChoices, newPartsOf } from '../../../places/index.ts';
import { listStreamersOf, type StreamerRow } from '../../../streamers/index.ts';
import { preview } from './compose.ts';

/** Previews a message of one streamer, with unsaved changes. */
export async function previewOfStreamer(
  ctx: Ctx,
  streamer: StreamerRow,
  { type, body: { customMessages: own, ...settings } }: { type: StreamerMessageType; body: StreamerBody },
): Promise<MessagePreview> {
  const value = newPartsOf(settings, streamer.settings);
  await checkChoices(ctx, streamer.serverId, { schema: streamerBodies[streamer.platform], value });
  refuseOtherPlatforms(streamer.platform, type);
  const channel = await findChannel(ctx.db, streamer.platform, streamer.channelId);
  if (!channel) throw new AppError('streamerNotFound', { name: streamer.name });
  return await preview(ctx, { streamer, channel, type, draft: { settings, messages: own ? { own } : {} } });
}

/** Previews a server message with one of the server's streamers, preferably a live one. */
export async function previewOfServer(
  ctx: Ctx,
  serverId: ServerId,
  { type, message, variants }: Pick<MessageDraft, 'message' | 'variants'> & { readonly type: StreamerMessageType },
): Promise<MessagePreview> {
  const able = platforms.filter((each) => (streamerMessageTypesOf[each] as readonly string[]).includes(type));
  const followed = (await listStreamersOf(ctx.db, serverId)).filter(({ platform }) => able.includes(platform));
  const [stream] = await listLiveStreams(ctx.db, followed);
  const live = stream && followed.find((each) => each.channelId === stream.channel.id);
  const streamer = live ?? followed[0] ?? madeUp(ctx, serverId, able[0] ?? 'kick');
  const channel =
    (await findChannel(ctx.db, streamer.platform, streamer.channelId)) ?? madeUpChannel(ctx, streamer.platform);
  // Leaves out the streamer's own messages, because they would take precedence over the server's.
  const messages = { own: [], ofServer: { message, variants } };
  return await preview(ctx, { streamer, channel, type, draft: { messages } });
}

/** Makes up an example for a server that does not follow anyone yet. */
function madeUp(ctx: Ctx, serverId: ServerId, platform: StreamerRow['platform']): StreamerRow {
  const now = ctx.clock.now();
  return {
    id: ctx.random.uuid(),
    serverId,
    platform,
    channelId: '',
    name: 'ada',
    settings: {},
    pauseReason: null,
    alreadyLiveSession: null,
    creatorId: null,
    addedAt: now,
    changedAt: now,
  };
}

const madeUpChannel = (ctx: Ctx, platform: StreamerRow['platform']): Channel => ({
  platform,
  id: '',
  name: 'ada',
  displayName: say(ctx.locale, 'notifications.testStreamer'),
  avatarUrl: null,
  followers: null,
  url: ctx.config.webUrl,
});
