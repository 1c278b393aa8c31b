import { addressFrom, creators, type NamesakeWord, notifications, type Platform, type ServerId } from '@tally/contract';
import { type Ctx, implement, say } from '@tally/kernel';
import { getStreamer } from '../streamers/index.ts';
import { listLive } from './service/announce/live.ts';
import { previewOfStreamer } from './service/compose/preview.ts';
import { sendTest } from './service/compose/send-test.ts';
import { addCreator, changeCreator, removeCreator } from './service/joint/change-creator.ts';
import { readCreators } from './service/joint/read.ts';

export const routes = implement(
  {
    listLive: notifications.listLive,
    sendTest: notifications.sendTest,
    previewMessage: notifications.previewMessage,
  },
  {
    listLive: (ctx, { params }) => listLive(ctx, [params.guildId]),

    async sendTest(ctx, { params, query, body }) {
      const { subType: kind = 'live', message } = query;
      return await sendTest(ctx, await streamerOf(ctx, params, query), { kind, message, body });
    },

    previewMessage: async (ctx, { params, query, body }) =>
      await previewOfStreamer(ctx, await streamerOf(ctx, params, query), { type: query.message, body }),
  },
);

const streamerOf = async (
  ctx: Ctx,
  { guildId: serverId, platform, streamer: name }: { guildId: ServerId; platform: Platform; streamer: string },
  query: NamesakeWord,
) => await getStreamer(ctx, { serverId, platform, name: addressFrom({ platform, name }, query) });

const { findChannel: _, searchChannels: __, ...ofCreators } = creators;

export const creatorRoutes = implement(ofCreators, {
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
