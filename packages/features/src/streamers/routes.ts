import {
  addressFrom,
  creators,
  GiftedSubRole,
  LeaderBoardSyncRole,
  notifications,
  StreamerMessageType,
} from '@tally/contract';
import { AppError, implement, say } from '@tally/kernel';
import { addStreamer } from './service/add-streamer.ts';
import { addressOf } from './service/address.ts';
import { removeOneMessage, saveOneMessage } from './service/change-messages.ts';
import { changeStreamer, removeStreamer } from './service/change-streamer.ts';
import { lookUp } from './service/names/look-up.ts';
import { searchChannels } from './service/names/search-channels.ts';
import { readList, readOne, readRow } from './service/read.ts';
import { removeGiftedRole, saveGiftedRole } from './service/roles/change-gifted-roles.ts';
import { removePlaceRoles, savePlaceRoles } from './service/roles/change-place-roles.ts';

export const routes = implement(
  {
    findChannel: creators.findChannel,
    searchChannels: creators.searchChannels,
    listStreamers: notifications.listStreamers,
    getStreamer: notifications.getStreamer,
    addStreamer: notifications.addStreamer,
    updateStreamer: notifications.updateStreamer,
    removeStreamer: notifications.removeStreamer,
    saveArrayItem: notifications.saveArrayItem,
    removeArrayItem: notifications.removeArrayItem,
  },
  {
    findChannel: async (ctx, { params, query }) => await lookUp(ctx, { ...params, name: addressFrom(params, query) }),

    searchChannels: (ctx, { query: { text, platforms, known = false, thorough = false } }) =>
      searchChannels(ctx, { text, platforms, isKnownOnly: known, isThorough: thorough }),

    listStreamers: (ctx, { params, query }) =>
      readList(ctx, {
        serverId: params.guildId,
        platform: params.platform,
        isShort: query.short ?? false,
        limit: query.limit,
        cursor: query.cursor,
      }),

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
  },
);

function messageType(word: string): StreamerMessageType {
  const read = StreamerMessageType.safeParse(word);
  if (!read.success) throw new AppError('invalidFields', {}, ['subTypeOrId']);
  return read.data;
}

function withoutType(body: object) {
  const { type: _, ...rest } = body as { type?: unknown };
  return rest;
}
