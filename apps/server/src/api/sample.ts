import {
  anyone,
  bits,
  dev,
  endpoint,
  isoDate,
  manager,
  managerIfNamed,
  onlySelf,
  page,
  queryFlag,
  ServerId,
  self,
  staff,
  team,
  teamLeader,
  type UserFlag,
  UserId,
  user,
} from '@tally/contract';
import { createMetrics } from '@tally/infra/metrics';
import {
  AppError,
  type Config,
  type Ctx,
  type Doors,
  defineFeature,
  type Feature,
  implement,
  type Log,
  type Route,
  readConfig,
  systemClock,
  systemRandom,
  systemTimers,
} from '@tally/kernel';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ApiOptions, createApi } from './create-api.ts';
import type { Contract } from './endpoints.ts';

/** A small set of features for tests of the API itself, with every kind of call and caller. */
const serverParams = z.object({ serverId: ServerId });
export const sample = {
  echo: {
    open: endpoint({
      method: 'GET',
      path: '/open',
      summary: 'Open to anyone',
      access: anyone,
      query: z.object(page),
      reply: z.object({ caller: z.string() }),
    }),
    logIn: endpoint({
      method: 'POST',
      path: '/login',
      summary: 'Logs in',
      access: anyone,
      reply: z.null(),
      isLogin: true,
    }),
    mine: endpoint({
      method: 'GET',
      path: '/@me',
      summary: 'Me',
      access: user,
      reply: z.object({ at: isoDate, bits, rate: z.number() }),
    }),
    write: endpoint({
      method: 'POST',
      path: '/echo/{serverId}',
      summary: 'Sends back what it was sent',
      access: user,
      once: true,
      params: serverParams,
      query: z.object({ force: queryFlag.optional() }),
      body: z.object({
        name: z.string().min(2).max(10),
        at: isoDate.optional(),
        rows: z
          .array(z.object({ id: UserId }))
          .max(3)
          .optional(),
      }),
      reply: z.object({ name: z.string(), at: isoDate.optional() }),
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/echo/{serverId}',
      summary: 'Takes no body',
      access: user,
      params: serverParams,
    }),
    upload: endpoint({
      method: 'POST',
      path: '/upload',
      summary: 'Takes a file',
      access: user,
      body: z.object({ key: z.string().min(1) }),
      upload: { field: 'file', maxBytes: 1000 },
      reply: z.object({ key: z.string(), size: z.number(), fileName: z.string() }),
    }),
    download: endpoint({ method: 'GET', path: '/download', summary: 'A file', access: anyone, answers: 'download' }),
    redirect: endpoint({
      method: 'GET',
      path: '/away',
      summary: 'Elsewhere',
      access: anyone,
      answers: 'redirect',
      query: z.object({ noRedirect: queryFlag.optional() }),
      reply: z.string(),
    }),
    events: endpoint({ method: 'GET', path: '/events', summary: 'A stream', access: anyone, answers: 'events' }),
    fails: endpoint({
      method: 'GET',
      path: '/fails',
      summary: 'Throws',
      access: anyone,
      query: z.object({ how: z.string() }),
    }),
    fixed: endpoint({
      method: 'GET',
      path: '/data/{serverId}/errors',
      summary: 'A fixed word',
      access: user,
      params: serverParams,
      reply: z.string(),
    }),
    named: endpoint({
      method: 'GET',
      path: '/data/{serverId}/{platform}',
      summary: 'A parameter',
      access: user,
      params: z.object({ serverId: ServerId, platform: z.string() }),
      reply: z.string(),
    }),
  },
  doors: {
    self: endpoint({
      method: 'GET',
      path: '/doors/self/{userId}',
      summary: 'self',
      access: self('userId'),
      params: z.object({ userId: UserId }),
    }),
    only: endpoint({
      method: 'GET',
      path: '/doors/only/{userId}',
      summary: 'only oneself',
      access: onlySelf('userId'),
      params: z.object({ userId: UserId }),
    }),
    manager: endpoint({
      method: 'GET',
      path: '/doors/manager/{serverId}',
      summary: 'manager',
      access: manager('serverId'),
      params: serverParams,
    }),
    flag: endpoint({
      method: 'GET',
      path: '/doors/flag/{serverId}',
      summary: 'premium',
      access: manager('serverId'),
      flag: 'CustomWebhooks',
      params: serverParams,
    }),
    query: endpoint({
      method: 'GET',
      path: '/doors/query',
      summary: 'manager in the query',
      access: managerIfNamed('guildId'),
      query: z.object({ guildId: ServerId.optional() }),
    }),
    team: endpoint({
      method: 'GET',
      path: '/doors/team/{teamId}',
      summary: 'team',
      access: team('teamId'),
      params: z.object({ teamId: UserId }),
    }),
    leader: endpoint({
      method: 'GET',
      path: '/doors/leader/{teamId}',
      summary: 'leader',
      access: teamLeader('teamId'),
      params: z.object({ teamId: UserId }),
    }),
    staff: endpoint({ method: 'GET', path: '/doors/staff', summary: 'staff', access: staff }),
    dev: endpoint({ method: 'GET', path: '/doors/dev', summary: 'dev', access: dev }),
    later: endpoint({ method: 'GET', path: '/doors/later', summary: 'not built', access: staff }),
  },
} as const satisfies Contract;

export const serverId = '112233445566778899';
export const people = { ada: '100000000000000001', sam: '100000000000000002', dee: '100000000000000003' } as const;
const flagsByPerson: Readonly<Record<string, readonly UserFlag[]>> = { ada: [], sam: ['Staff'], dee: ['Developer'] };

/**
 * `Bearer ada` is Ada, and `Bearer ada/2` is Ada in another session. She manages the only server. No team has members.
 */
export const sampleFeature = (routes: Feature['routes']): Feature =>
  defineFeature({
    name: 'echo',
    routes: routes ?? [],
    authenticate: async (_ctx, token) => {
      const [name] = token.split('/');
      const userId = people[name as keyof typeof people];
      if (!userId) throw new AppError('sessionExpired');
      return {
        kind: 'user',
        userId: UserId.parse(userId),
        sessionId: token,
        flags: new Set(flagsByPerson[name ?? '']),
      };
    },
    access: {
      manager: async (ctx) => {
        if (ctx.caller.kind !== 'user' || ctx.caller.userId !== people.ada) throw new AppError('notAllowed');
      },
    },
  });

export interface LogLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

export function recordingLog(lines: LogLine[], inherited: object = {}): Log {
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...inherited, ...fields }, message });
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (more) => recordingLog(lines, { ...inherited, ...more }),
  };
}

export const sampleConfig = (env: Record<string, string> = {}): Config => readConfig({ NODE_ENV: 'test', ...env });

/** Doors without database and queue. A test that uses one fails. */
export const bareDoors = (about: { config?: Config; log?: Log; clock?: Ctx['clock'] } = {}): Doors =>
  ({
    clock: about.clock ?? systemClock,
    timers: systemTimers,
    random: systemRandom,
    log: about.log ?? recordingLog([]),
    config: about.config ?? sampleConfig(),
    metrics: createMetrics({ withProcess: false }),
  }) as Doors;

type EchoHandlers = Parameters<typeof implement<typeof sample.echo>>[1];
const { later: _later, ...builtDoors } = sample.doors;

/** Returns the handlers of the sample with a test's replacements. `doors.later` has none. */
export const sampleRoutes = (own: Partial<EchoHandlers> = {}): readonly Route[] => [
  ...implement(sample.echo, {
    open: async (ctx) => ({ caller: ctx.caller.kind }),
    logIn: async () => null,
    mine: async (ctx) => ({ at: new Date(0), bits: 5n, rate: ctx.rateLimit?.remaining ?? -1 }),
    write: async (_ctx, { body }) => body,
    remove: async () => null,
    upload: async (_ctx, { body, file }) => ({
      key: body.key,
      size: file?.bytes.length ?? -1,
      fileName: file?.fileName ?? '',
    }),
    download: async () => ({
      contentType: 'application/zip',
      fileName: 'emotes \u2603.zip',
      stream: new Blob(['zip']).stream(),
    }),
    redirect: async () => ({ redirectTo: 'https://files.example/vod.mp4' }),
    events: async () => ({ events: twoEvents() }),
    fails: async () => null,
    fixed: async () => 'fixed',
    named: async (_ctx, { params }) => params.platform,
    ...own,
  }),
  ...implement(builtDoors, {
    self: async () => null,
    only: async () => null,
    manager: async () => null,
    flag: async () => null,
    query: async () => null,
    team: async () => null,
    leader: async () => null,
    staff: async () => null,
    dev: async () => null,
  }),
];

async function* twoEvents() {
  yield { n: 1 };
  yield { n: 2 };
}

/** Returns the sample's API, ready for `inject`. */
export async function sampleApi(
  about: {
    handlers?: Partial<EchoHandlers>;
    feature?: Partial<Feature>;
    env?: Record<string, string>;
    log?: Log;
    clock?: Ctx['clock'];
    options?: Partial<ApiOptions>;
  } = {},
): Promise<FastifyInstance> {
  const config = sampleConfig(about.env);
  const doors = bareDoors({
    config,
    ...(about.log ? { log: about.log } : {}),
    ...(about.clock ? { clock: about.clock } : {}),
  });
  const feature = { ...sampleFeature(sampleRoutes(about.handlers)), ...about.feature };
  return await createApi({ doors, features: [feature], endpoints: sample, config, ...about.options });
}

export const as = (name: keyof typeof people, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${name}`,
  ...more,
});
