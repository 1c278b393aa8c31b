import { ServerId } from '@tally/contract';
import { defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { greetCaller } from './service/greet.ts';
import { requireManager } from './service/managers.ts';
import { localePart } from './service/own-parts.ts';
import { exportChanges, forgetChanger } from './service/record.ts';

export { describeChannel, requireChannel, requireGivableRole, requireRole } from './service/choices.ts';
export { listManageable } from './service/managers.ts';
export { planOf, plansOf, type ServerPlan } from './service/plan.ts';
export { listLooks, listTopServers, type ServerLooks } from './service/presence.ts';
export type { ListOwner } from './service/shared-lists.ts';
export { type Change, changeServer, type GuildParts, recordChanges, updateServer } from './service/settings.ts';
export type { GreetingOwner, PanelOwner, PanelRequest } from './service/shared-words.ts';

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
  guildParts: localePart,
  exportUser: exportChanges,
  forgetUser: forgetChanger,
});
