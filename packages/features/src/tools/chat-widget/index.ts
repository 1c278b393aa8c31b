import { defineFeature } from '@tally/kernel';
import { routes } from './routes.ts';
import { passOnBan, passOnLine } from './service/pass-on.ts';

export const chatWidget = defineFeature({
  name: 'chat-widget',
  routes,
  heardChat: passOnLine,
  heardBan: passOnBan,
});
