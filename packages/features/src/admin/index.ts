import type { UserId } from '@tally/contract';
import { type Ctx, defineFeature } from '@tally/kernel';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import { recordStaff } from './service/deeds.ts';
import { listQueueLines } from './service/figures.ts';
import { receiveProbe } from './service/probe.ts';
import { findBan, forgetInBans } from './store/bans.ts';
import { forgetInDeeds, listDeedsAbout } from './store/deeds.ts';

export { listKeyTrouble } from './service/check-database.ts';
export { findUselessToken, nameOfIntent } from './service/check-discord.ts';
export { describeFinding } from './service/finding.ts';
export {
  type CheckDoors,
  type Checked,
  type CheckName,
  checkNames,
  describeChecked,
  runChecks,
} from './service/run-checks.ts';

export const admin = defineFeature({
  name: 'admin',
  routes,
  jobs,
  recordStaff,
  isBanned: async (ctx, kind, id) => (await findBan(ctx.db, kind, id)) !== null,
  staff: {
    async waits(ctx) {
      const parked = (await listQueueLines(ctx)).reduce((sum, line) => sum + line.parked, 0);
      return parked > 0 ? [{ kind: 'jobs', count: parked, since: null }] : [];
    },
  },
  forgetUser,
  exportUser,
  webhooks: [{ name: 'probe', methods: ['POST'], receive: receiveProbe }],
});

async function forgetUser(ctx: Ctx, userId: UserId): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await forgetInDeeds(tx, userId);
    await forgetInBans(tx, userId);
  });
}

async function exportUser(ctx: Ctx, userId: UserId): Promise<Record<string, unknown>> {
  const [done, ban] = await Promise.all([listDeedsAbout(ctx.db, userId), findBan(ctx.db, 'person', userId)]);
  return {
    ...(done.length > 0 ? { done } : {}),
    ...(ban ? { ban: { reason: ban.reason, since: ban.since, until: ban.until } } : {}),
  };
}
