import type { Override, OverrideBody } from '@tally/contract';
import type { OverrideRow } from '../tables.ts';

export const asOverride = (row: OverrideRow): Override => ({
  priorityOnConflict: row.priority,
  applyTo: row.applyTo,
  query: row.query,
  queryIn: row.queryIn,
  actions: row.actions,
  durationMinutes: row.durationMinutes,
  overrideChannelId: row.channelId,
  overridePingRoleId: row.pingRoleId,
});

/** Keeps absent fields unchanged. In a new override they are empty. */
export const wholeOverride = (body: OverrideBody, former?: Override): Override => ({
  priorityOnConflict: body.priorityOnConflict,
  applyTo: unique(body.applyTo),
  query: unique(body.query),
  queryIn: unique(body.queryIn),
  actions: unique(body.actions),
  durationMinutes: body.durationMinutes === undefined ? (former?.durationMinutes ?? null) : body.durationMinutes,
  overrideChannelId:
    body.overrideChannelId === undefined ? (former?.overrideChannelId ?? null) : body.overrideChannelId,
  overridePingRoleId:
    body.overridePingRoleId === undefined ? (former?.overridePingRoleId ?? null) : body.overridePingRoleId,
});

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];
