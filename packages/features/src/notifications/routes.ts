import {
  addressFrom,
  creators,
  GiftedSubRole,
  LeaderBoardSyncRole,
  type NamesakeWord,
  notifications,
  StreamerMessageType,
} from '@tally/contract';
import { AppError, type Ctx, implement, say } from '@tally/kernel';
import { listLive } from './service/announce/live.ts';
import { postNow } from './service/announce/post-now.ts';
import { previewOfStreamer } from './service/compose/preview.ts';
import { sendTest } from './service/compose/send-test.ts';
import { addCreator, changeCreator, removeCreator } from './service/joint/change-creator.ts';
import { lookUp } from './service/joint/look-up.ts';
import { readCreators } from './service/joint/read.ts';
import { readJournal } from './service/journal/journal.ts';
import { watchJournal } from './service/journal/watch-journal.ts';
import { addStreamer } from './service/streamers/add-streamer.ts';
import { addressOf } from './service/streamers/address.ts';
import { removeGiftedRole, saveGiftedRole } from './service/streamers/change-gifted-roles.ts';
import { removeOneMessage, saveOneMessage } from './service/streamers/change-messages.ts';
import { removePlaceRoles, savePlaceRoles } from './service/streamers/change-place-roles.ts';
import { changeStreamer, removeStreamer } from './service/streamers/change-streamer.ts';
import { readList, readOne, readRow } from './service/streamers/read.ts';
import { listStreamers, type StreamerAddress } from './store/streamers.ts';

export const routes = implement(notifications, {
  listStreamers: (ctx, { params, query }) =>
    readList(ctx, {
      serverId: params.guildId,
      platform: params.platform,
      isShort: query.short ?? false,
      limit: query.limit,
      cursor: query.cursor,
    }),

  listLive: (ctx, { params }) => listLive(ctx, params.guildId),

  getStreamer: (ctx, { params, query }) => readOne(ctx, addressOf(params, query)),

  async addStreamer(ctx, { params, query, body }) {
    return await readRow(ctx, await addStreamer(ctx, addressOf(params, query), body));
  },

  async updateStreamer(ctx, { params, query, body }) {
    await changeStreamer(ctx, addressOf(params, query), { body, version: query.version });
    return say(ctx.locale, 'notifications.saved');
  },

  async removeStreamer(ctx, { params, query }) {
    await removeStreamer(ctx, addressOf(params, query), query.version);
    return say(ctx.locale, 'notifications.removed', { name: params.streamer });
  },

  async sendTest(ctx, { params, query, body }) {
    const { subType: kind = 'live', message } = query;
    return await sendTest(ctx, addressOf(params, query), { kind, message, body });
  },

  previewMessage: async (ctx, { params, query, body }) =>
    await previewOfStreamer(ctx, addressOf(params, query), { type: query.message, body }),

  async saveArrayItem(ctx, { params, query, body }) {
    const { version } = query;
    if (query.type === 'leaderboardSyncRoles') {
      await savePlaceRoles(ctx, addressOf(params, query), { wanted: LeaderBoardSyncRole.parse(body), version });
      return say(ctx.locale, 'notifications.rolesSaved');
    }
    if (query.type === 'giftedSubRoles') {
      await saveGiftedRole(ctx, addressOf(params, query), { wanted: GiftedSubRole.parse(body), version });
      return say(ctx.locale, 'liveRole.saved');
    }
    const type = messageType(query.subTypeOrId);
    await saveOneMessage(ctx, addressOf(params, query), { type, body: withoutType(body), version });
    return say(ctx.locale, 'notifications.messageSaved');
  },

  async removeArrayItem(ctx, { params, query }) {
    const { version } = query;
    if (query.type === 'leaderboardSyncRoles') {
      await removePlaceRoles(ctx, addressOf(params, query), { type: query.subTypeOrId, version });
      return say(ctx.locale, 'notifications.rolesRemoved');
    }
    if (query.type === 'giftedSubRoles') {
      await removeGiftedRole(ctx, addressOf(params, query), { id: query.subTypeOrId, version });
      return say(ctx.locale, 'liveRole.removed');
    }
    await removeOneMessage(ctx, addressOf(params, query), { type: messageType(query.subTypeOrId), version });
    return say(ctx.locale, 'notifications.messageRemoved');
  },

  listJournal: async (ctx, { params, query }) =>
    await readJournal(ctx, {
      serverId: params.guildId,
      subjects: await subjectsOf(ctx, params.guildId, query),
      ...query,
    }),

  postNow: (ctx, { params }) => postNow(ctx, params.guildId, params.deliveryId),

  watchJournal: async (ctx, { params, signal }) => ({ events: watchJournal(ctx, params.guildId, signal) }),
});

export const creatorRoutes = implement(creators, {
  findChannel: async (ctx, { params, query }) => await lookUp(ctx, { ...params, name: addressFrom(params, query) }),
  listCreators: async (ctx, { params }) => await readCreators(ctx, params.guildId),
  addCreator: async (ctx, { params, body }) => await addCreator(ctx, params.guildId, body),
  async updateCreator(ctx, { params, query, body }) {
    await changeCreator(ctx, params.guildId, { id: params.creatorId, version: query.version, body });
    return say(ctx.locale, 'creators.saved');
  },
  async removeCreator(ctx, { params, query }) {
    const { name } = await removeCreator(ctx, params.guildId, { id: params.creatorId, version: query.version });
    return say(ctx.locale, 'creators.removed', { name });
  },
});

function messageType(word: string): StreamerMessageType {
  const read = StreamerMessageType.safeParse(word);
  if (!read.success) throw new AppError('invalidFields', {}, ['subTypeOrId']);
  return read.data;
}

function withoutType(body: object) {
  const { type: _, ...rest } = body as { type?: unknown };
  return rest;
}

/** Without a platform a name may belong to several creators, so it cannot filter on its own. */
async function subjectsOf(
  ctx: Ctx,
  serverId: StreamerAddress['serverId'],
  { platform, streamer, ...query }: Partial<Pick<StreamerAddress, 'platform'>> & { streamer?: string } & NamesakeWord,
): Promise<readonly string[] | undefined> {
  if (!platform) return undefined;
  const followed = await listStreamers(ctx.db, { serverId, platform });
  if (!streamer) return followed.map((each) => each.id);
  const named = followed.filter((each) => each.name.toLowerCase() === streamer.toLowerCase());
  if (named.length === 0) throw new AppError('streamerNotFound', { name: streamer });
  const address = addressFrom({ platform, name: streamer.toLowerCase() }, query);
  return named.filter((each) => !address.includes('/') || each.channelId === address).map((each) => each.id);
}
