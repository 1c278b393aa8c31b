import { defineFeature } from '@tally/kernel';
import { removeItem, saveItem } from './service/change.ts';
import { flagsInUse, messageParts } from './service/guild-part.ts';
import { forgetMessages } from './store.ts';

export { wholeMessage } from './render.ts';
export { checkDraft, flagsOfMessage, refuseOtherPlatforms, refuseProblems } from './service/check-message.ts';
export { listDisguisedServers, loadServerLines, loadServerMessages, type ServerMessages } from './service/load.ts';
export { loadServerTemplates, type ServerTemplates, type TextDraft } from './service/server-templates.ts';

export const messageEditor = defineFeature({
  name: 'message-editor',
  guildParts: messageParts,
  flagsInUse,
  words: {
    messageLists: {
      customMessages: { save: saveItem, remove: removeItem },
      randomMessages: { save: saveItem, remove: removeItem },
      singleMessages: { save: saveItem, remove: removeItem },
    },
  },
  forgetServer: async (ctx, serverId) => await forgetMessages(ctx.db, serverId),
});
