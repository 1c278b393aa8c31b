import { defineFeature } from '@tally/kernel';
import { forgetLooks } from './store.ts';
import { discordGrants } from './tables.ts';

export {
  askWhoItIs,
  dropGrant,
  joinServer,
  keepGrant,
  lookUntil,
  readServerOfUser,
  readServersOfUser,
  redirectUri,
  revokeGrant,
  startLook,
  type UserServer,
} from './service.ts';
export { listPeopleWho, listServers } from './store.ts';

/** Stores what a person permits us to do at Discord, and which dashboards staff may read. */
export const grants = defineFeature({
  name: 'grants',
  sealed: [discordGrants.accessToken, discordGrants.refreshToken],
  forgetUser: async (ctx, userId) => await forgetLooks(ctx.db, { userId }),
  forgetServer: async (ctx, serverId) => await forgetLooks(ctx.db, { serverId }),
});
