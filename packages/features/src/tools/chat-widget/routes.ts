import { chatWidget } from '@tally/contract';
import { implement } from '@tally/kernel';
import { listAvatars } from './service/avatars.ts';
import { readDecor } from './service/decor.ts';
import { listen } from './service/listen.ts';

export const routes = implement(chatWidget, {
  listenToChat: async (ctx, { params, signal }) => ({ events: await listen(ctx, params.channel, signal) }),
  listChatAvatars: (ctx, { params, query }) => listAvatars(ctx, params, query.ids.split(',')),
  getChatDecor: (ctx, { params }) => readDecor(ctx, params.platform, params.channel),
});
