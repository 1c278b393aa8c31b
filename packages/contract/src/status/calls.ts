import { z } from 'zod';
import { SafeMode } from '../admin/safe-mode.ts';
import { ShownNotice } from '../news/notices.ts';
import { anyone, staff, user } from '../wire/access.ts';
import { page, queryFlag, queryInt, sentence } from '../wire/codecs.ts';
import type { Home } from '../wire/endpoint.ts';
import { endpoint } from '../wire/endpoint.ts';
import { Sale } from '../wire/enums.ts';
import { RowId } from '../wire/fields.ts';
import { ServerId } from '../wire/ids.ts';
import {
  Incident,
  IncidentBody,
  IncidentPatch,
  IncidentUpdateBody,
  incidentVersion,
  namedIncident,
  OpenIncident,
  StatusHistory,
} from './history.ts';

import { Latency, LatencyDays, LatencyRow } from './latency.ts';

export const ShardStatus = z.enum(['ready', 'connecting', 'resuming', 'disconnected']);
export type ShardStatus = z.infer<typeof ShardStatus>;

export const Shard = z
  .object({
    shardId: z.int(),
    /** The milliseconds from a heartbeat to its answer, or -1 before the first one. */
    shardPing: z.int(),
    status: ShardStatus,
    totalGuilds: z.int(),
    totalMembers: z.int(),
  })
  .meta({ id: 'Shard' });
export type Shard = z.infer<typeof Shard>;

/** A bot process. */
export const Cluster = z
  .object({
    clusterId: z.int(),
    /** False if the process has not reported for 30 seconds. */
    online: z.boolean(),
    /** The milliseconds since it started. */
    uptime: z.int(),
    /** The mean of its shards in milliseconds, or -1 before the first heartbeat. */
    ping: z.int(),
    totalGuilds: z.int(),
    totalMembers: z.int(),
    stats: z.object({ coreUsage: z.string(), cpuUsage: z.string(), memoryUsage: z.string() }),
    shards: z.array(Shard),
  })
  .meta({ id: 'Cluster' });
export type Cluster = z.infer<typeof Cluster>;

/** Intents for events that Discord sends only after they are enabled in the developer portal and reviewed. */
export const PrivilegedIntent = z.enum(['GuildMembers', 'GuildPresences', 'MessageContent']);
export type PrivilegedIntent = z.infer<typeof PrivilegedIntent>;

/** An intent that Discord does not grant, and the features that therefore lack events. */
export const MissingIntent = z
  .object({ intent: PrivilegedIntent, features: z.array(z.string()) })
  .meta({ id: 'MissingIntent' });
export type MissingIntent = z.infer<typeof MissingIntent>;

export const TopServer = z
  .object({
    id: ServerId,
    name: z.string(),
    icon: z.string().nullable(),
    members: z.int(),
  })
  .meta({ id: 'TopServer' });
export type TopServer = z.infer<typeof TopServer>;

/** The features' totals, by their names on the wire. */
export const statusTotals = [
  'totalStreamers',
  'totalGiveaways',
  'totalNotifications',
  'totalStatChannels',
  'totalStatusRoles',
  'totalClips',
  'totalVods',
] as const;

export const Status = z
  .object({
    devMode: z.boolean(),
    shardsPerClusters: z.int(),
    database: z.enum(['online', 'offline']),
    ...z.object(
      Object.fromEntries(statusTotals.map((name) => [name, z.int()])) as Record<
        (typeof statusTotals)[number],
        z.ZodInt
      >,
    ).shape,
    /** The median time of recent posts, from detection to the visible message. Null before the first measurement. */
    medianPostMs: z.int().nullable(),
    totalClusters: z.int(),
    totalShards: z.int(),
    totalGuilds: z.int(),
    totalMembers: z.int(),
    clusters: z.array(Cluster),
    missingIntents: z.array(MissingIntent),
    topServers: z.array(TopServer).optional(),
  })
  .meta({ id: 'Status' });
export type Status = z.infer<typeof Status>;

export const RecentType = z.enum(['premium', 'live', 'vod', 'clip', 'overlay', 'link', 'vote']);
export type RecentType = z.infer<typeof RecentType>;

export const Recent = z
  .object({
    type: RecentType,
    message: z.string(),
    /** The time in epoch milliseconds. */
    createdAt: z.int(),
  })
  .meta({ id: 'Recent' });
export type Recent = z.infer<typeof Recent>;

export const status = {
  health: endpoint({
    method: 'GET',
    path: '/',
    summary: 'The API is up.',
    access: anyone,
    reply: z.object({
      name: z.string(),
      version: z.string(),
      sale: Sale,
      /** Null if everything works. Otherwise no messages are sent. */
      safeMode: SafeMode.nullable(),
      /** The current incident, if any. */
      incident: OpenIncident.nullable(),
      /** The notice from staff at the top of every page. */
      notice: ShownNotice.nullable(),
      /** The newest changelog, if it is less than two weeks old. */
      changelog: z.object({ identifier: z.string(), title: z.string() }).nullable(),
      /** Settings that the web app would otherwise get from its environment. For a secret, only whether it is set. */
      settings: z.record(z.string(), z.string()),
    }),
  }),
  status: endpoint({
    method: 'GET',
    path: '/status',
    summary: 'Totals, clusters and shards.',
    access: anyone,
    query: z.object({
      /** Also returns the largest servers. */
      topServers: queryFlag.optional(),
    }),
    reply: Status,
  }),
  history: endpoint({
    method: 'GET',
    path: '/status/history',
    summary: 'The last 90 days of each part, and all incidents of that time.',
    access: anyone,
    reply: StatusHistory,
  }),
  latency: endpoint({
    method: 'GET',
    path: '/status/latency',
    summary: 'The time from pushes to visible messages, by platform.',
    access: anyone,
    query: z.object({ days: LatencyDays.optional() }),
    reply: Latency,
  }),
  latencyRows: endpoint({
    method: 'GET',
    path: '/status/latency/rows',
    summary: 'The measured days of a year, oldest first. The same as a file: `/status/latency.csv`.',
    access: anyone,
    query: z.object({ year: queryInt({ min: 2020, max: 2200 }).optional() }),
    reply: z.array(LatencyRow),
  }),
  listIncidents: endpoint({
    method: 'GET',
    path: '/status/incidents',
    summary: 'All incidents and maintenances, newest first.',
    access: anyone,
    query: z.object(page),
    reply: z.array(Incident),
  }),
  getIncident: endpoint({
    method: 'GET',
    path: '/status/incidents/{incidentId}',
    summary: 'One incident with all its updates.',
    access: anyone,
    params: namedIncident,
    reply: Incident,
  }),
  addIncident: endpoint({
    method: 'POST',
    path: '/status/incidents',
    summary: 'Opens an incident, or announces maintenance.',
    access: staff,
    once: true,
    body: IncidentBody,
    reply: z.object({ incidentId: RowId }),
  }),
  updateIncident: endpoint({
    method: 'PATCH',
    path: '/status/incidents/{incidentId}',
    summary: 'Corrects an incident, or adds its post-mortem.',
    access: staff,
    params: namedIncident,
    query: incidentVersion,
    body: IncidentPatch,
    reply: sentence,
  }),
  tellIncident: endpoint({
    method: 'POST',
    path: '/status/incidents/{incidentId}/updates',
    summary: 'Posts an update to an incident. `over` ends it.',
    access: staff,
    once: true,
    params: namedIncident,
    body: IncidentUpdateBody,
    reply: sentence,
  }),
  removeIncident: endpoint({
    method: 'DELETE',
    path: '/status/incidents/{incidentId}',
    summary: 'Deletes a false incident.',
    access: staff,
    params: namedIncident,
    reply: sentence,
  }),
  recent: endpoint({
    method: 'GET',
    path: '/recent',
    summary: 'Recent events, newest first.',
    access: anyone,
    reply: z.array(Recent),
  }),
  rateLimit: endpoint({
    method: 'GET',
    path: '/ratelimit',
    summary: "The caller's own rate limit.",
    access: user,
    reply: z.object({
      limit: z.int(),
      remaining: z.int(),
      /** The time in epoch milliseconds. */
      resetAt: z.int(),
    }),
  }),
} as const satisfies Home;
