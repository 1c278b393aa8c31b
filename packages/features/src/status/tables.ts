import type { Component, Impact, IncidentUpdate, LatencyRow, Platform, Shard } from '@tally/contract';
import { bigint, boolean, date, integer, jsonb, moment, pgTable, primaryKey, real, text, uuid } from '@tally/infra/sql';

export const clusters = pgTable('clusters', {
  clusterId: integer('cluster_id').primaryKey(),
  startedAt: moment('started_at').notNull(),
  reportedAt: moment('reported_at').notNull(),
  corePercent: real('core_percent').notNull(),
  machinePercent: real('machine_percent').notNull(),
  memoryBytes: bigint('memory_bytes', { mode: 'number' }).notNull(),
  shards: jsonb('shards').$type<readonly Shard[]>().notNull(),
});

export const health = pgTable('health', {
  component: text('component').$type<Component>().primaryKey(),
  state: text('state').$type<'up' | 'down'>().notNull(),
  streak: integer('streak').notNull(),
  sampledAt: moment('sampled_at').notNull(),
  sampledMs: bigint('sampled_ms', { mode: 'number' }).notNull(),
});

export const healthDays = pgTable(
  'health_days',
  {
    component: text('component').$type<Component>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    good: integer('good').notNull(),
    bad: integer('bad').notNull(),
  },
  (table) => [primaryKey({ columns: [table.component, table.day] })],
);

export const latencyDays = pgTable(
  'latency_days',
  {
    day: date('day', { mode: 'string' }).notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    way: text('way').$type<LatencyRow['way']>().notNull(),
    span: text('span').$type<LatencyRow['span']>().notNull(),
    count: integer('count').notNull(),
    p50: integer('p50'),
    p90: integer('p90'),
    p99: integer('p99'),
    max: integer('max'),
    over30s: integer('over_30s').notNull(),
    failed: integer('failed').notNull(),
    unconfirmed: integer('unconfirmed').notNull(),
    leftOut: integer('left_out').notNull(),
    odd: integer('odd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.platform, table.way, table.span] })],
);

export const incidents = pgTable('incidents', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  feedId: uuid('feed_id').notNull(),
  title: text('title'),
  cause: text('cause').$type<'trouble' | 'gap'>(),
  isMaintenance: boolean('is_maintenance').notNull(),
  impact: text('impact').$type<Impact>().notNull(),
  components: text('components').array().$type<Component[]>().notNull(),
  startsAt: moment('starts_at').notNull(),
  endsAt: moment('ends_at'),
  postMortem: text('post_mortem').notNull().default(''),
});

export const incidentUpdates = pgTable('incident_updates', {
  id: bigint('id', { mode: 'bigint' }).generatedAlwaysAsIdentity().primaryKey(),
  incidentId: bigint('incident_id', { mode: 'bigint' }).notNull(),
  state: text('state').$type<IncidentUpdate['state']>().notNull(),
  text: text('text').notNull(),
  toldAt: moment('told_at').notNull(),
});

export type HealthRow = typeof health.$inferSelect;
export type IncidentRow = typeof incidents.$inferSelect;
export type IncidentUpdateRow = typeof incidentUpdates.$inferSelect;
