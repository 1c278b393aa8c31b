import { addressFrom, creators } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { addCreator, changeCreator, removeCreator } from './service/change-creator.ts';
import { lookUp } from './service/look-up.ts';
import { readCreators } from './service/read.ts';

export const routes = implement(creators, {
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
