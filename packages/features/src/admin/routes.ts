import { admin, safeModeCalls, staffCockpit, staffPeople } from '@tally/contract';
import { implement, say } from '@tally/kernel';
import { platformStates } from '@tally/pipeline/detection';
import { readAnalytics } from './service/analytics.ts';
import { ban, endBan, readBans } from './service/bans.ts';
import { listWaits, lookAtServer, readServerFile } from './service/cockpit.ts';
import { readDeedChoices, readDeeds } from './service/deeds.ts';
import { listQueueLines, readFigures } from './service/figures.ts';
import { exportEmails, listEmails, readPerson, searchAll, setFlags, showEmail } from './service/people.ts';
import { describeChecked, runChecks } from './service/run-checks.ts';
import { leave, readSafety } from './service/safe-mode.ts';
import { listBudgetsOf, listWorkersOf } from './service/workers.ts';

const offices = implement(admin, {
  listEmails: async (ctx, { query }) => await listEmails(ctx, query),
  getAnalytics: async (ctx, { query }) => await readAnalytics(ctx, query.lookback),
  getFigures: async (ctx, { query }) => await readFigures(ctx, query.lookback),
  listQueues: async (ctx) => await listQueueLines(ctx),
  async listPlatforms(ctx) {
    const states = await platformStates(ctx);
    return states.filter(({ watched }) => watched > 0).map(({ platform }) => platform);
  },
  listWorkers: async (ctx, { params }) => await listWorkersOf(ctx, params.platform),
  listBudgets: async (ctx) => await listBudgetsOf(ctx),
  checkInstallation: async (ctx) => (await runChecks(ctx)).map((each) => describeChecked(ctx.locale, each)),
});

const people = implement(staffPeople, {
  searchAll: async (ctx, { query }) => await searchAll(ctx, query.q?.trim() ?? ''),
  getPersonFile: async (ctx, { params }) => await readPerson(ctx, params.userId),
  async setFlags(ctx, { params, body }) {
    await setFlags(ctx, params.userId, body.flags);
    return say(ctx.locale, 'admin.flagsSet');
  },
  showEmail: async (ctx, { params, body }) => await showEmail(ctx, params.userId, body.reason),
  exportEmails: async (ctx) => exportEmails(ctx),
  listBans: async (ctx, { query }) => await readBans(ctx, query),
  async ban(ctx, { params, body }) {
    await ban(ctx, { ...params, ...body });
    return say(ctx.locale, 'admin.banned');
  },
  async endBan(ctx, { params }) {
    await endBan(ctx, params.kind, params.id);
    return say(ctx.locale, 'admin.banEnded');
  },
  listDeeds: async (ctx, { query }) => await readDeeds(ctx, query),
  listDeedChoices: async (ctx) => await readDeedChoices(ctx),
});

const cockpit = implement(staffCockpit, {
  listWaits: async (ctx) => await listWaits(ctx),
  getServerFile: async (ctx, { params }) => await readServerFile(ctx, params.serverId),
  lookAtServer: async (ctx, { params, body }) => await lookAtServer(ctx, params.serverId, body.reason),
});

const safety = implement(safeModeCalls, {
  getSafety: async (ctx) => await readSafety(ctx),
  async leaveSafeMode(ctx, { body }) {
    await leave(ctx, body.forget);
    return say(ctx.locale, 'admin.safeModeLeft');
  },
});

export const routes = [...offices, ...people, ...cockpit, ...safety];
