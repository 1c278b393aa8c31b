import { createHttp } from '@tally/infra/http';
import { createMetrics, type Metrics } from '@tally/infra/metrics';
import {
  type Answer,
  type Log,
  type PlatformConnection,
  plainQuestion,
  readConfig,
  systemClock,
  systemTimers,
} from '@tally/kernel';
import { youtube } from '@tally/platforms/youtube/index';
import { type Sim, startSim } from '@tally/sim/start';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

export const mkbhd = 'UCBJycsmduvYEL83R_U4JriQ';
export const lofi = 'UCSJ4gkVC6NrvII8umztf0Ow';
export const start = new Date('2026-11-21T18:00:00Z');
const MINUTE = 60_000;

export interface Summary {
  readonly quota: { readonly units: number };
  readonly creators: readonly { readonly channel_id: string; readonly videos: readonly { readonly id: string }[] }[];
  readonly requests: readonly { readonly method: string; readonly path: string }[];
  readonly subscriptions: readonly { readonly channel_id: string; readonly state: string; readonly callback: string }[];
}

/** Connects the adapter to the simulated YouTube over real sockets, and stores its memory as detection does. */
export interface Adapter {
  readonly sim: Sim;
  readonly connection: PlatformConnection;
  readonly metrics: Metrics;
  /** The log lines, except those of the lowest level. */
  readonly logged: string[];
  /** The last answer for each channel. */
  readonly last: Map<string, Answer>;
  /** Connects again as a new process with other environment variables. */
  readonly connect: (env?: Record<string, string>) => void;
  readonly control: (name: string, body?: object) => Record<string, string>;
  /** Creates a channel and returns its id. */
  readonly add: (name: string) => string;
  /** Publishes a video of Marques and returns its id. */
  readonly made: (name: string, body?: object) => string;
  /** Returns the id of Marques's newest video from YouTube itself. */
  readonly newest: () => string | undefined;
  readonly later: (minutes: number) => void;
  readonly summary: () => Summary;
  /** Returns how many quota units the run used. */
  readonly cost: (run: () => Promise<unknown>) => Promise<number>;
  readonly askAll: (channelIds: readonly string[], about?: readonly string[]) => Promise<readonly Answer[]>;
  readonly ask: (about?: readonly string[]) => Promise<Answer>;
  readonly inMinutes: (answer: Answer | undefined) => number | undefined;
}

export const stateOf = ({ snapshot }: Answer) => snapshot.state;
export const kindsOf = ({ videos = [] }: Answer) => videos.map(({ id, kind }) => [id, kind]);

/** Opens the adapter. Call this once per file; every test begins with a new world. */
export function openAdapter(): Adapter {
  const logged: string[] = [];
  const note = (fields: object, text: string) => void logged.push(`${text} ${JSON.stringify(fields)}`);
  const log: Log = { debug: () => undefined, info: note, warn: note, error: note, child: () => log };
  const metrics = createMetrics({ withProcess: false });
  const http = createHttp({ clock: systemClock, log, metrics, allowedHosts: [] });
  const unknown: unknown[] = [];
  const last = new Map<string, Answer>();
  let sim: Sim | undefined;
  let connection: PlatformConnection | undefined;

  const adapter: Adapter = {
    get sim() {
      if (!sim) throw new Error('not open yet');
      return sim;
    },
    get connection() {
      if (!connection) throw new Error('not open yet');
      return connection;
    },
    metrics,
    logged,
    last,
    connect(env = {}) {
      const config = readConfig({ NODE_ENV: 'test', SIM_PORT: String(adapter.sim.port), ...env });
      const random = { bytes: (count: number) => new Uint8Array(count), int: () => 0, uuid: () => '' };
      connection = youtube.connect({
        clock: adapter.sim.clock,
        timers: systemTimers,
        random,
        config,
        http,
        metrics,
        log,
      });
    },
    control: (name, body = {}) => adapter.sim.worlds.get('youtube')?.controls[name]?.(body) as Record<string, string>,
    made: (name, body = {}) => String(adapter.control(name, { who: 'mkbhd', ...body })['video_id']),
    add: (name) => String(adapter.control('add-creator', { name })['channel_id']),
    newest: () => adapter.summary().creators.find((creator) => creator.channel_id === mkbhd)?.videos[0]?.id,
    later: (minutes) => adapter.sim.clock.advance(minutes * MINUTE),
    summary: () => adapter.sim.worlds.get('youtube')?.summary() as Summary,
    async cost(run) {
      const before = adapter.summary().quota.units;
      await run();
      return adapter.summary().quota.units - before;
    },
    async askAll(channelIds, about = []) {
      const answers = await adapter.connection.stream.ask(
        channelIds.map((id) => ({
          ...plainQuestion(id),
          about,
          memory: JSON.parse(JSON.stringify(last.get(id)?.memory ?? null)),
        })),
      );
      for (const [place, id] of channelIds.entries()) {
        const answer = answers[place] as Answer;
        last.set(id, { ...answer, memory: answer.memory ?? last.get(id)?.memory ?? null });
      }
      return answers;
    },
    ask: async (about = []) => (await adapter.askAll([mkbhd], about))[0] as Answer,
    inMinutes: (answer) =>
      answer?.askAgainAt && Math.round((answer.askAgainAt.getTime() - adapter.sim.clock.now().getTime()) / 6_000) / 10,
  };

  beforeAll(async () => {
    // The clock is stopped unless a test moves it.
    sim = await startSim({ clock: { now: () => start } });
  });
  afterAll(async () => {
    await http.close();
    await sim?.close();
  });
  beforeEach(() => {
    unknown.push(...adapter.sim.unknownCalls);
    adapter.sim.reset();
    logged.length = 0;
    last.clear();
    adapter.connect();
  });
  it('asks the outside world for nothing that it does not know', () => {
    expect([...unknown, ...adapter.sim.unknownCalls]).toEqual([]);
  });
  return adapter;
}
