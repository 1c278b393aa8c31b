import { ServerId } from '@tally/contract';
import { defineFeature } from '@tally/kernel';
import { forgetRolesOfServer } from '@tally/pipeline/roles';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { greetCaller } from './service/greet.ts';
import { requireManager } from './service/managers.ts';
import { ownParts } from './service/own-parts.ts';
import { exportPerson, forgetPerson } from './service/people.ts';
import { searchServers } from './service/presence.ts';
import { countPresent } from './store/servers.ts';

export { versionOf } from './match.ts';
export { findChannelTrouble, findLack, reportUnposted } from './service/channel-trouble.ts';
export { checkChoices, whatIsNew } from './service/check-choices.ts';
export {
  describeChannel,
  requireGivableRole,
  requirePostable,
  whyNotPostable,
} from './service/choices.ts';
export { askServerState } from './service/discord-facts.ts';
export { changeSettings, type ReadStanding, type Seen, type Standing } from './service/door.ts';
export { type RolePlace, takeOffLostRoles } from './service/lost-roles.ts';
export { listManageable, listManagers, requireManager } from './service/managers.ts';
export { channelsSeenBy, channelsSeenByAll, managesServer, whyNotPing } from './service/member-rights.ts';
export {
  type Excess,
  free,
  type PlanParts,
  planOf,
  plansOf,
  requirePlanFlags,
  type ServerPlan,
  saleOf,
  unlimited,
} from './service/plan.ts';
export {
  countMember,
  listLooks,
  listServersNamed,
  listTopServers,
  recountMembers,
  type ServerLooks,
  setServerBlacklisted,
} from './service/presence.ts';
export { findRenameTrouble, isAboveMember } from './service/role-trouble.ts';
export { changeInList, type GuildParts, getServerFacts, readSettings, updateServer } from './service/settings.ts';
export type { ListOwner, RoleBody, RoleListOwner } from './service/shared-lists.ts';
export type { GreetingOwner, PanelOwner, PanelRequest, PreviewOwner } from './service/shared-words.ts';
export type { SettingsTx } from './store/changes.ts';
export { listWithBot, setOverrideBranding } from './store/servers.ts';

export const servers = defineFeature({
  name: 'servers',
  routes,
  commands,
  greetCaller,
  gateway,
  jobs,
  access: {
    manager: async (ctx, _access, named) => await requireManager(ctx, ServerId.parse(named)),
  },
  guildParts: ownParts,
  exportUser: exportPerson,
  forgetUser: forgetPerson,
  forgetServer: forgetRolesOfServer,
  staff: {
    search: searchServers,
    counts: async (ctx) => ({ totalGuilds: await countPresent(ctx.db) }),
  },
});
