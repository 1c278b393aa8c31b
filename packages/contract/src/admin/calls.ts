import { z } from 'zod';
import { Platform, perPlatformToLink, perStreamerTotal } from '../platforms/platform.ts';
import { dev } from '../wire/access.ts';
import { isoDate, page, queryInt } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { count, epochMs, line } from '../wire/fields.ts';
import { UserId } from '../wire/ids.ts';

/** Counts by day (`2026-03-09`), week (`2026-W11`) or month (`2026-03`). */
const Periods = z
  .object({
    daily: z.record(z.string(), count),
    weekly: z.record(z.string(), count),
    monthly: z.record(z.string(), count),
  })
  .meta({ id: 'Periods' });

export const Usage = z.object({ global: Periods, usages: z.record(z.string(), Periods) }).meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;

export const Analytics = z
  .object({
    buttons: Usage,
    commands: Usage,
    db: z.object({
      totalGuilds: count,
      totalUsers: count,
      totalTeams: count,
      totalNotifications: count,
      totalClips: count,
      totalVods: count,
      totalGiveaways: count,
      totalStatChannels: count,
      totalStatusRoles: count,
      totalR2Objects: count,
      ...perStreamerTotal(() => count),
      totalUsersLinkedWith: z.object(perPlatformToLink(() => count)),
      totalServersUsingX: z.object({
        autoLiveRoles: count,
        birthday: count,
        notificationOverrides: count,
        statusRoles: count,
        welcomeLeaves: count,
      }),
    }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof Analytics>;

const amount = z.object({ now: count, before: count }).meta({ id: 'Amount' });

/** A count with the name of its command, reason or platform. */
const NamedAmount = z.object({ name: z.string(), now: count, before: count }).meta({ id: 'NamedAmount' });
export type NamedAmount = z.infer<typeof NamedAmount>;

/** The time from detection to the message. Null if nothing was posted. */
const Took = z.object({ p50Ms: count.nullable(), p95Ms: count.nullable() }).meta({ id: 'Took' });
export type Took = z.infer<typeof Took>;

const bySource = z.record(z.string(), count);

/** An hour or a day, in UTC. `posted` and `failed` are split by platform, or by feature for other messages. */
const FiguresPoint = z
  .object({
    at: isoDate,
    posted: bySource,
    failed: bySource,
    took: Took,
    commands: count,
    buttons: count,
    servers: z.object({ came: count, went: count }),
    people: z.object({ came: count, went: count }),
  })
  .meta({ id: 'FiguresPoint' });
export type FiguresPoint = z.infer<typeof FiguresPoint>;

/** The figures of a period and of the previous one. They contain no personal data. */
export const Figures = z
  .object({
    lookback: count,
    step: z.enum(['hour', 'day']),
    from: isoDate,
    totals: z.object({
      posted: amount,
      failed: amount,
      commands: amount,
      buttons: amount,
      serversCame: amount,
      serversWent: amount,
      peopleCame: amount,
      peopleWent: amount,
    }),
    took: z.object({ now: Took, before: Took }),
    commands: z.array(NamedAmount),
    buttons: z.array(NamedAmount),
    troubles: z.array(NamedAmount),
    points: z.array(FiguresPoint),
  })
  .meta({ id: 'Figures' });
export type Figures = z.infer<typeof Figures>;

/** The jobs of one kind. */
export const QueueLine = z
  .object({ name: z.string(), waiting: count, running: count, parked: count })
  .meta({ id: 'QueueLine' });
export type QueueLine = z.infer<typeof QueueLine>;

/** A worker that polls a platform. `lastUpdated` is epoch milliseconds. */
export const PlatformWorker = z
  .object({
    workerId: count,
    status: z.enum(['online', 'offline']),
    lastUpdated: epochMs,
    monitoredUsernames: z.array(z.string()),
  })
  .meta({ id: 'PlatformWorker' });
export type PlatformWorker = z.infer<typeof PlatformWorker>;

/** A platform's limit for all our processes together, in units per day, or in page and room calls per minute. */
export const PlatformBudget = z
  .object({
    platform: Platform,
    kind: z.enum(['units', 'pages', 'rooms']),
    used: count,
    limit: count,
    resetsAt: isoDate.nullable(),
  })
  .meta({ id: 'PlatformBudget' });
export type PlatformBudget = z.infer<typeof PlatformBudget>;

export const InstallationFault = z
  .object({ code: z.string(), cause: z.string(), remedy: z.string() })
  .meta({ id: 'InstallationFault' });
export type InstallationFault = z.infer<typeof InstallationFault>;

/** One check. It has passed if it found no faults. */
export const InstallationCheck = z
  .object({ check: z.string(), title: z.string(), faults: z.array(InstallationFault) })
  .meta({ id: 'InstallationCheck' });
export type InstallationCheck = z.infer<typeof InstallationCheck>;

const lookback = z.object({ lookback: queryInt({ min: 1, max: 730 }).optional() });

export const admin = {
  listEmails: endpoint({
    method: 'GET',
    path: '/admin/emails',
    summary: 'Masked email addresses of people who gave one, latest login first.',
    access: dev,
    isPersonal: true,
    query: z.object({ search: line(100, 0).optional(), ...page }),
    reply: z.array(z.object({ userId: UserId, username: z.string(), email: z.string(), wantsNews: z.boolean() })),
  }),
  getAnalytics: endpoint({
    method: 'GET',
    path: '/admin/analytics',
    summary: 'Usage figures. `lookback` is in days.',
    access: dev,
    query: lookback,
    reply: Analytics,
  }),
  getFigures: endpoint({
    method: 'GET',
    path: '/admin/figures',
    summary: 'Figures of a number of days next to the same number of days before. Days are in UTC.',
    access: dev,
    query: lookback,
    reply: Figures,
  }),
  listQueues: endpoint({
    method: 'GET',
    path: '/admin/queues',
    summary: 'Jobs that wait, run, or have used all their retries.',
    access: dev,
    reply: z.array(QueueLine),
  }),
  listPlatforms: endpoint({
    method: 'GET',
    path: '/data/platforms',
    summary: 'Platforms that are currently watched.',
    access: dev,
    reply: z.array(Platform),
  }),
  listWorkers: endpoint({
    method: 'GET',
    path: '/data/platforms/{platform}',
    summary: 'The watches of a platform.',
    access: dev,
    params: z.object({ platform: Platform }),
    reply: z.array(PlatformWorker),
  }),
  listBudgets: endpoint({
    method: 'GET',
    path: '/admin/budgets',
    summary: "Used share of the platforms' limits.",
    access: dev,
    reply: z.array(PlatformBudget),
  }),
  checkInstallation: endpoint({
    method: 'GET',
    path: '/admin/checks',
    summary: 'Problems of this installation, with their fixes. Checks every service once.',
    access: dev,
    reply: z.array(InstallationCheck),
  }),
} as const satisfies Home;
