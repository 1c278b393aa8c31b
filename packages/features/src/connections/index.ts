import { platformNames } from '@tally/contract';
import { defineFeature, fileLine, say } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { readChat } from './service/chat-code.ts';
import { isRoomForChat, stateOfChat, subscribeChatsFor } from './service/hear.ts';
import { listLinkedAccounts, userParts } from './service/read.ts';
import { exportUser, forgetUser } from './service/unlink.ts';
import { handleRevocation } from './service/validate.ts';
import { countByPlatform } from './store/accounts.ts';
import { linkedAccounts } from './tables.ts';

/** A feature that follows linked accounts declares `accountChanged` in its manifest; see `service/change.ts`. */
export type { AccountChange, LinkedAccount } from './service/change.ts';
export { findOwner, listGrants, listLinkedAccounts, listOwners, listSharing } from './service/read.ts';
export { type AccessToken, getAccessToken, withAccessToken } from './service/token.ts';
export { isRoomForChat, stateOfChat, subscribeChatsFor };

export const connections = defineFeature({
  name: 'connections',
  routes,
  commands,
  jobs,
  user: {
    parts: userParts,
  },
  heard: async (ctx, _tx, heard) => {
    if (heard.kind === 'chat') await readChat(ctx, heard.message);
    if (heard.kind === 'revoked') await handleRevocation(ctx, heard.revocation);
  },
  sealed: [linkedAccounts.accessToken, linkedAccounts.refreshToken],
  forgetUser,
  exportUser,
  staff: {
    aboutPerson: async (ctx, userId) => [
      {
        title: say(ctx.locale, 'admin.fileAccounts'),
        lines: (await listLinkedAccounts(ctx, [userId])).map(({ platform, username }) =>
          fileLine(username, { note: platformNames[platform] }),
        ),
      },
    ],
    counts: async (ctx) => {
      const linked = await countByPlatform(ctx.db);
      return Object.fromEntries(linked.map(({ platform, total }) => [`totalUsersLinkedWith.${platform}`, total]));
    },
  },
});
