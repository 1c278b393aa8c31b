import { setTimeout as pause } from 'node:timers/promises';
import { type AnyEndpoint, type CallInput, contract, encodeRequest, type ServerId } from '@tally/contract';
import { openDiscord } from '@tally/discord/rest';
import { features } from '@tally/features/registry';
import { createBeacon } from '@tally/infra/beacon';
import type { Ctx, Feature, Timers, TracedCall } from '@tally/kernel';
import { startSender } from '@tally/pipeline/delivery';
import { startSweeper } from '@tally/pipeline/detection';
import { connectPlatforms } from '@tally/platforms/registry';
import { createApi } from '@tally/server/api/create-api';
import { listJobs } from '@tally/server/boot/jobs';
import { type Sim, startSim } from '@tally/sim/start';
import { type TestClock, testClock, testCtx } from './context.ts';
import type { TestDatabase } from './database.ts';
import { freePort } from './free-port.ts';

/** The demo person of the simulated world, who owns two servers with the bot. */
export const demoUser = '100000000000000001';
export const somebodyElse = '200000000000000001';

export interface Answer {
  readonly status: number;
  /** The response's envelope, or only its status if there is no envelope. */
  readonly json: { status: number; data?: unknown; error?: string | string[]; code?: string };
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Ask {
  readonly token?: string | undefined;
  readonly body?: unknown;
  /** A file to send in a form instead of a body. */
  readonly file?: Uint8Array | undefined;
  /** The other fields of the form. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApi {
  readonly sim: Sim;
  readonly clock: TestClock;
  readonly ctx: Ctx;
  readonly database: TestDatabase;
  /** Sends a request, by default without a login. */
  request(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** Calls an endpoint of the contract. */
  call<E extends AnyEndpoint>(call: E, input?: CallInput<E>, token?: string): Promise<Answer>;
  /** Returns the code that the simulated Discord gives when a person agrees to log in. */
  code(about?: {
    userId?: string;
    scope?: string;
    redirectUri?: string;
    [more: string]: string | undefined;
  }): Promise<string>;
  /** Logs a person in and returns their token. */
  logIn(userId?: string): Promise<string>;
  /**
   * Moves the clock once no message is being sent, because the lease of such a message uses the same clock and would
   * expire.
   */
  pass(ms: number): Promise<void>;
  /** Resets database, cache and simulated world. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  readonly features?: readonly Feature[];
  readonly env?: Readonly<Record<string, string>>;
  /** Replacements for the default doors. */
  readonly doors?: Partial<Ctx>;
  /** True to run the worker's part too, and to receive the platforms' pushes over HTTP. */
  readonly isWorking?: boolean;
  /** A database that the test itself opens and closes. */
  readonly database?: TestDatabase;
  /** The timers for Discord's rate limits; by default those of its client. */
  readonly limitTimers?: Timers;
  /** How often an open stream checks its caller's access again. */
  readonly beatMs?: number;
}

/** Limits platform calls per caller, as the program itself does. */
function connectForCallers(base: Ctx): Pick<Ctx, 'platforms' | 'doorsFor'> {
  const platforms = connectPlatforms(base);
  return {
    platforms,
    doorsFor: (caller) => (caller.kind === 'system' ? { platforms } : { platforms: platforms.askedBy(caller) }),
  };
}

/** Runs the API in this process, with every feature, its own database and the simulated world. All share one clock. */
export async function testApi(options: TestApiOptions = {}): Promise<TestApi> {
  const clock = testClock();
  const sim = await startSim({ clock, limits: false });
  const discordUrl = `${sim.url}/discord`;
  const env = {
    SIM_PORT: String(sim.port),
    DISCORD_API_URL: `${discordUrl}/api`,
    DISCORD_CDN_URL: `${discordUrl}/cdn`,
    DISCORD_AUTHORIZE_URL: `${discordUrl}/oauth2/authorize`,
    KICK_API_URL: `${sim.url}/kick/api`,
    KICK_ID_URL: `${sim.url}/kick/id`,
    TWITCH_HELIX_URL: `${sim.url}/twitch/helix`,
    TWITCH_ID_URL: `${sim.url}/twitch/id`,
    // Some worlds receive the push URL with each subscription.
    ...(options.isWorking ? { API_PORT: String(await freePort()) } : {}),
    RATE_LIMIT_PER_MINUTE: '100000',
    ...options.env,
  };
  const own = options.features ?? features;
  const { trace } = options.doors ?? {};
  const made = await testCtx({
    env,
    clock,
    ctx: (base) => ({
      features: own,
      discord: openDiscord({
        ...base.config.discord,
        userAgent: 'DiscordBot (test, 0)',
        perSecond: null,
        openPerSecond: null,
        ...(options.limitTimers ? { timers: options.limitTimers } : {}),
        ...(trace ? { watch: { onSent: (call: TracedCall) => trace.call(call) } } : {}),
      }),
      ...connectForCallers(base),
      beacon: createBeacon(base),
      ...(options.doors?.platforms && { doorsFor: undefined }),
      ...options.doors,
    }),
    jobs: options.isWorking ? listJobs(own) : [],
    isWorker: true,
    ...(options.database ? { database: options.database } : {}),
  });
  const { ctx } = made;
  const { config, discord } = ctx;
  const app = await createApi({
    doors: ctx,
    features: own,
    platforms: ctx.platforms.definitions,
    endpoints: contract,
    config,
    ...(options.beatMs ? { beatMs: options.beatMs } : {}),
  });
  await app.ready();
  const workers = options.isWorking ? [startSender(() => ctx), startSweeper(() => ctx)] : [];
  if (options.isWorking) {
    const url = `${await app.listen({ port: config.API_PORT, host: '127.0.0.1' })}/webhooks/kick`;
    await sim.worlds.get('kick')?.controls['callback']?.({ url });
  }

  const api: TestApi = {
    sim,
    clock,
    ctx,
    database: made.database,
    async request(method, path, { token, body, file, fields = {}, headers = {} } = {}) {
      const form = file && (await asForm(file, fields));
      const answer = await app.inject({
        method: method as 'GET',
        url: path,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...form?.headers,
          ...headers,
        },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(form ? { payload: form.payload } : {}),
      });
      const isJson = String(answer.headers['content-type']).startsWith('application/json');
      return {
        status: answer.statusCode,
        json: isJson ? answer.json() : { status: answer.statusCode },
        text: answer.body,
        headers: answer.headers,
      };
    },
    async call(endpoint, input, token) {
      const { method, path, body } = encodeRequest(endpoint, (input ?? {}) as CallInput<typeof endpoint>);
      return await api.request(method, path, { token, body: body === undefined ? undefined : JSON.parse(body) });
    },
    async code({ userId = demoUser, scope = 'identify email guilds guilds.join', redirectUri, ...more } = {}) {
      const asked = {
        client_id: config.discord.clientId,
        redirect_uri: redirectUri ?? `${config.webUrl}/login/callback`,
        scope,
        user_id: userId,
        ...more,
      };
      const agreed = (await sim.discord.controls['authorise']?.(asked)) as { location: string } | undefined;
      return new URL(agreed?.location ?? '').searchParams.get('code') ?? '';
    },
    async logIn(userId) {
      const answer = await api.request('POST', `/sessions?code=${await api.code(userId ? { userId } : {})}`);
      if (answer.status !== 200) throw new Error(`the login answered ${answer.text}`);
      const { customToken } = answer.json.data as { customToken: string };
      return customToken;
    },
    async pass(ms) {
      await untilNone(made.database, 'select 1 from deliveries where lease_until > $1', [clock.now().toISOString()]);
      clock.move(ms);
    },
    async reset() {
      // Resets the world first, so later work finds no data in it.
      sim.reset();
      if (options.isWorking) await untilNothingRuns(made.database);
      await made.database.reset();
      await ctx.cache.forgetPrefix('');
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await app.close();
      discord.close();
      await made.close();
      await sim.close();
    },
  };
  return api;
}

async function asForm(file: Uint8Array, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Buffer.from(file)]), 'a');
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, payload: Buffer.from(await sent.arrayBuffer()) };
}

const ENOUGH_MS = 5_000;

/** Waits, because a job of the previous test may still store its result in the tables that are about to be emptied. */
const untilNothingRuns = (database: TestDatabase) =>
  untilNone(database, "select 1 from pgboss.job where state = 'active'");

/** Waits until a query finds no row, but ignores hanging work after a while. */
async function untilNone(database: TestDatabase, question: string, params: readonly unknown[] = []): Promise<void> {
  const until = performance.now() + ENOUGH_MS;
  const isThereOne = async () =>
    await database.session(async (session) => (await session.query(`${question} limit 1`, params)).rows.length > 0);
  while (performance.now() < until && (await isThereOne())) await pause(10);
}

export const nightCity = '801000000000000000' as ServerId;
