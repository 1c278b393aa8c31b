import { status } from '@tally/contract';
import { AppError, implement, say } from '@tally/kernel';
import manifest from '../../package.json' with { type: 'json' };
import { findNewChangelog, findNotice } from '../news/index.ts';
import { saleOf } from '../servers/index.ts';
import { listActivity } from '../telemetry/index.ts';
import { addIncident, removeIncident, tellIncident, updateIncident } from './service/edit.ts';
import { findOpenIncident, readHistory, readIncident, readIncidents } from './service/history.ts';
import { readLatency, readLatencyOfYear } from './service/latency.ts';
import { getStatus } from './service/overview.ts';

export const routes = implement(status, {
  health: async (ctx) => ({
    name: ctx.config.SITE_NAME,
    version: manifest.version,
    sale: saleOf(ctx),
    safeMode: ctx.safeMode.current,
    incident: await findOpenIncident(ctx),
    notice: await findNotice(ctx),
    changelog: await findNewChangelog(ctx),
    settings: ctx.houseSettings.forWeb,
  }),
  status: async (ctx, { query }) => await getStatus(ctx, { topServers: query.topServers ?? false }),
  history: async (ctx) => await readHistory(ctx),
  latency: async (ctx, { query }) => await readLatency(ctx, Number(query.days ?? '28')),
  latencyRows: async (ctx, { query }) => await readLatencyOfYear(ctx, query.year ?? ctx.clock.now().getUTCFullYear()),
  listIncidents: async (ctx, { query }) => await readIncidents(ctx, query),
  getIncident: async (ctx, { params }) => await readIncident(ctx, params.incidentId),
  addIncident: async (ctx, { body }) => await addIncident(ctx, body),
  async updateIncident(ctx, { params, query, body }) {
    await updateIncident(ctx, params.incidentId, { patch: body, version: query.version });
    return say(ctx.locale, 'status.saved');
  },
  async tellIncident(ctx, { params, body }) {
    const reply = say(ctx.locale, 'status.told');
    await tellIncident(ctx, params.incidentId, { ...body, reply });
    return reply;
  },
  async removeIncident(ctx, { params }) {
    await removeIncident(ctx, params.incidentId);
    return say(ctx.locale, 'status.removed');
  },
  recent: async (ctx) => await listActivity(ctx),
  async rateLimit(ctx) {
    if (!ctx.rateLimit) throw new AppError('unavailable');
    const { limit, remaining, resetAt } = ctx.rateLimit;
    return { limit, remaining, resetAt: resetAt.getTime() };
  },
});
