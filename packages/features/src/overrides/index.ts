import type { ServerId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { commands } from './commands.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { flagsInUse } from './service/check.ts';
import { composeDigests, settleDigests } from './service/compose-digests.ts';
import { rulesPart } from './service/guild-part.ts';
import { renewDigest } from './service/post-now.ts';
import { overrideRoles } from './service/role-places.ts';
import { resumeDigestsIn } from './service/stopped-digests.ts';
import { listExceeding } from './service/verdicts.ts';
import { forgetHeld } from './store/held.ts';
import { forgetHolds } from './store/holds.ts';
import { countServers, forgetRules } from './store/overrides.ts';

export type { Decision, Words } from './match/decide.ts';
export { pingOf, publishes, type Verdict } from './match/verdict.ts';
export { digestsOf, type Held, holdForDigest } from './service/digest.ts';
export { listWithContents } from './service/post-now.ts';
export type { Followed } from './service/try.ts';
export { judgeServers, rememberVerdicts, type Verdicts } from './service/verdicts.ts';
export { zoneOfServer } from './service/zone.ts';
export { deleteEndedHolds, listEndedHolds } from './store/holds.ts';

export const overrides = defineFeature({
  name: 'overrides',
  routes,
  commands,
  jobs,
  deliveries: {
    compose: composeDigests,
    delivered: settleDigests,
  },
  renew: renewDigest,
  serverChecked: resumeDigestsIn,
  guildParts: rulesPart,
  rolePlaces: overrideRoles,
  planParts: { exceeding: listExceeding },
  flagsInUse,
  forgetServer,
  staff: {
    counts: async (ctx) => ({ 'totalServersUsingX.notificationOverrides': await countServers(ctx.db) }),
  },
});

async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetRules(tx, serverId);
    await forgetHolds(tx, serverId);
    await forgetHeld(tx, serverId);
  });
}
