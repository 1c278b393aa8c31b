import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { routes } from './routes.ts';
import { greetCaller } from './service/greet.ts';
import { ownParts } from './service/own-parts.ts';
import { forgetAuthor, listChangesOfUser } from './store/changes.ts';

export { changeSettings, type ReadStanding, type Seen, type Standing } from './service/door.ts';
export { clearLostRoles, type RolePlace } from './service/lost-roles.ts';
export { changeInList, type GuildParts, getServerFacts, readSettings, updateServer } from './service/settings.ts';
export type { ListOwner, RoleBody, RoleListOwner } from './service/shared-lists.ts';
export type { GreetingOwner, PanelOwner, PanelRequest, PreviewOwner } from './service/shared-words.ts';
export type { SettingsTx } from './store/changes.ts';
export { changeServer, pageServers } from './store/server-row.ts';

export const settings = defineFeature({
  name: 'settings',
  routes,
  commands,
  greetCaller,
  guildParts: ownParts,
  async exportUser(ctx, userId) {
    const changes = await listChangesOfUser(ctx.db, userId);
    return changes.length === 0 ? {} : { changes };
  },
  forgetUser: async (ctx, userId) => await forgetAuthor(ctx.db, userId),
});
