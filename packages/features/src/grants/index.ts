import { defineFeature } from '@tally/kernel';
import { discordGrants } from './tables.ts';

export {
  askWhoItIs,
  dropGrant,
  giveGrantBack,
  joinServer,
  keepGrant,
  readServerOfUser,
  readServersOfUser,
  redirectUri,
  type UserServer,
} from './service.ts';
export { listPeopleWho, listServers } from './store.ts';

/** What a person permits us to do and to see at Discord. */
export const grants = defineFeature({
  name: 'grants',
  sealed: [discordGrants.accessToken, discordGrants.refreshToken],
});
