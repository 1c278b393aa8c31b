import { creators, notifications } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { addressOf } from '../streamers/index.ts';
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
    listLive: (ctx, { params }) => listLive(ctx, params.guildId),

    async sendTest(ctx, { params, query, body }) {
      const { subType: kind = 'live', message } = query;
      return await sendTest(ctx, addressOf(params, query), { kind, message, body });
    },

    previewMessage: async (ctx, { params, query, body }) =>
      await previewOfStreamer(ctx, addressOf(params, query), { type: query.message, body }),
  },
);

const { findChannel: _, ...ofCreators } = creators;

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
