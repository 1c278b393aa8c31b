import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';
import { passOnBan, passOnLine } from './service/pass-on.ts';

export const chatWidget = defineFeature({
  name: 'chat-widget',
  routes,
  heard: async (ctx, _tx, heard) => {
    if (heard.kind === 'chat') await passOnLine(ctx, heard.message);
    if (heard.kind === 'ban') await passOnBan(ctx, heard.ban);
  },
});
