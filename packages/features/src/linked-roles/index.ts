import { defineFeature } from '@tally/kernel';
import { gateway } from './gateway.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { rulesPart } from './service/guild-part.ts';
import { accountChanged, exportUser, forgetServer, forgetUser } from './service/people.ts';
import { listExceeding } from './service/rules.ts';

export const linkedRoles = defineFeature({
  name: 'linked-roles',
  routes,
  gateway,
  jobs,
  accountChanged,
  guildParts: rulesPart,
  planParts: { exceeding: listExceeding },
  forgetServer,
  forgetUser,
  exportUser,
});
