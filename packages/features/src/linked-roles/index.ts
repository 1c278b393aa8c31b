import { defineFeature } from '@tally/kernel';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { rulesPart } from './service/guild-part.ts';
import { accountChanged, exportUser, forgetServer, forgetUser } from './service/people.ts';
import { roleOwner } from './service/role-owner.ts';
import { roleLists } from './service/role-places.ts';
import { listExceeding } from './service/rules.ts';
import { connections } from './tables.ts';

export const linkedRoles = defineFeature({
  name: 'linked-roles',
  routes,
  gateway,
  jobs,
  accountChanged,
  sealed: [connections.accessToken, connections.refreshToken],
  guildParts: rulesPart,
  rolePlaces: roleLists,
  roleOwner,
  planParts: { exceeding: listExceeding },
  forgetServer,
  forgetUser,
  exportUser,
});
