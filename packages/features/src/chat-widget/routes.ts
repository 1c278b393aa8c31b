import { chatWidget } from '@tally/contract';
import { implement } from '@tally/kernel';
import { readDecor } from './service/decor.ts';
import { listen } from './service/listen.ts';

export const routes = implement(chatWidget, {
  listenToChat: async (ctx, { params, signal }) => ({ events: await listen(ctx, params.channel, signal) }),
  getChatDecor: (ctx, { params }) => readDecor(ctx, params.platform, params.channel),
});
