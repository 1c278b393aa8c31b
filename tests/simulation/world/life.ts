import type { ServerState } from '@tally/discord/gateway';
import { allPermissions, permissionSet } from '@tally/discord/permissions';
import { DatabaseDownError, isDatabaseDown, isSerializationFailure } from '@tally/infra/db';
import { lostMessages, sawMessage, WAKE_CHANNEL } from '@tally/pipeline/delivery';
import type { Delivered } from '../../../packages/pipeline/src/delivery/store/journal.ts';
import { MemoryDatabase, type Phase } from '../memory/database.ts';
import { atTheEnd } from '../truths/at-the-end.ts';
import { createTruths, type Truths } from '../truths/on-the-way.ts';
import { Dice } from './dice.ts';
import { FakeDiscord, type Standing } from './discord.ts';
import { createOwner } from './owner.ts';
import { channels, type Deed, drawPlan, type Incident, SERVER, type Step } from './plan.ts';
import { applicationId, Process } from './process.ts';
import { type Owner, Scheduler } from './scheduler.ts';
import { planTroubles } from './troubles.ts';
import { drawWeather, type Weather } from './weather.ts';

/** Without the administrator, who lacks nothing. */
const all = allPermissions & ~permissionSet('Administrator');
const START_MS = Date.parse('2026-01-15T12:00:00.000Z');
/** After the last fault everything is final within this time. */
const CALM_MS = 12 * 60_000;
const MOST_BORN = 9;
const MOST_DECISIONS = 20_000;

export interface Violation {
  readonly truth: string;
  readonly says: string;
}

export interface Life {
  readonly seed: number;
  readonly hash: number;
  readonly decisions: number;
  readonly violations: readonly Violation[];
  /** How often each fault and each outcome occurred. */
  readonly counts: ReadonlyMap<string, number>;
  readonly story: readonly string[];
}

/** Everything outside the processes. */
export interface World {
  readonly weather: Weather;
  readonly database: MemoryDatabase;
  readonly discord: FakeDiscord;
  readonly told: Map<string, Delivered['state'][]>;
  readonly deletedByPeople: Set<string>;
  readonly nowMs: () => number;
  readonly calmAtMs: number;
  readonly violate: (truth: string, says: string) => void;
}

export async function live(seed: number, { hasStory = false } = {}): Promise<Life> {
  return await new OneLife(seed, hasStory).run();
}

class OneLife {
  readonly #seed: number;
  readonly #dice: Dice;
  /** Drawn apart, so that ids and fences are no decisions. */
  readonly #lots: Dice;
  readonly #weather: Weather;
  readonly #plan: Step[];
  readonly #scheduler: Scheduler;
  readonly #database: MemoryDatabase;
  readonly #discord: FakeDiscord;
  readonly #truths: Truths;
  readonly #world: World;
  readonly #outside: Owner = { name: '', isDead: false, frozenUntilMs: 0 };
  readonly #processes: Process[] = [];
  readonly #open = new Map<Deed, Process>();
  readonly #violations: Violation[] = [];
  readonly #counts = new Map<string, number>();
  readonly #story: string[] = [];
  #stepsLeft: number;
  #moments: { changes: number; rows: number[]; jobs: number[] } = { changes: -1, rows: [], jobs: [] };

  constructor(seed: number, hasStory: boolean) {
    this.#seed = seed;
    this.#dice = new Dice(seed);
    this.#lots = new Dice(seed ^ 0x2545f491);
    const weather = drawWeather(this.#dice);
    this.#weather = weather;
    this.#plan = drawPlan(this.#dice);
    this.#stepsLeft = this.#plan.length;
    this.#scheduler = new Scheduler({
      dice: this.#dice,
      startMs: START_MS,
      quantumMs: weather.quantumMs,
      ...(hasStory ? { tell: (line) => this.#tell(line) } : {}),
    });
    this.#database = new MemoryDatabase({
      draw: this.#lots.draw,
      newId: this.#lots.uuid,
      turn: (by, statement, phase) => this.#turn(by, statement, phase),
      heard: (channel, payload) => this.#heard(channel, payload),
    });
    this.#discord = new FakeDiscord({
      dice: this.#dice,
      weather,
      scheduler: this.#scheduler,
      leaves: (call, key) => this.#truths.leaves(call, key),
      seen: (message) => this.#seen(message),
      fails: this.#mayFail,
      applicationId,
    });
    this.#world = {
      weather,
      database: this.#database,
      discord: this.#discord,
      told: new Map(),
      deletedByPeople: new Set(),
      nowMs: () => this.#scheduler.nowMs,
      calmAtMs: START_MS + weather.faultsForMs,
      violate: (truth, says) => {
        this.#tell(`✗ ${truth}: ${says}`);
        this.#violations.push({ truth, says });
      },
    };
    this.#truths = createTruths(this.#world);
  }

  async run(): Promise<Life> {
    this.#setServer(all);
    for (let count = 0; count < this.#weather.processes; count += 1) this.#bear();
    for (const step of this.#plan) this.#scheduler.after(step.atMs, this.#outside, step.name, () => this.#take(step));
    planTroubles({
      dice: this.#dice,
      weather: this.#weather,
      scheduler: this.#scheduler,
      outside: this.#outside,
      victim: () => this.#someone()[0],
      end: (process) => this.#end(process),
      crash: () => this.#database.crash(),
      tell: (line) => this.#tell(line),
      count: (what) => this.#count(what),
    });
    await this.#scheduler.run(() => this.#isOver());
    this.#finish();
    return {
      seed: this.#seed,
      hash: this.#dice.hash,
      decisions: this.#dice.decisions,
      violations: this.#violations,
      counts: this.#counts,
      story: this.#story,
    };
  }

  #finish(): void {
    if (this.#dice.decisions >= MOST_DECISIONS) this.#world.violate('progress', 'it never comes to rest');
    else atTheEnd(this.#world);
    for (const row of this.#database.tables.deliveries.values()) {
      this.#count(`state ${row.state}`);
      if (row.reason) this.#count(`reason ${row.reason}`);
    }
    if (this.#discord.messages.length > 0) this.#count('lives with a message');
  }

  #isOver(): boolean {
    if (this.#violations.length > 0 || this.#dice.decisions >= MOST_DECISIONS) return true;
    const { nowMs } = this.#scheduler;
    if (nowMs > this.#world.calmAtMs + CALM_MS) return true;
    if (nowMs < this.#world.calmAtMs || this.#stepsLeft > 0 || this.#open.size > 0) return false;
    return this.#momentsOf('rows').length === 0 && this.#momentsOf('jobs').length === 0;
  }

  /** Whether this fault happens now. */
  readonly #mayFail = (perThousand: number, what: string): boolean => {
    if (this.#scheduler.nowMs >= this.#world.calmAtMs || !this.#dice.happens(perThousand, what)) return false;
    this.#count(what);
    return true;
  };

  #tell(line: string): void {
    const at = ((this.#scheduler.nowMs - START_MS) / 1_000).toFixed(3).padStart(9);
    this.#story.push(`${at}  ${line}`);
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  // Processes

  #bear(): void {
    const name = `p${this.#processes.length + 1}`;
    const dice = this.#dice;
    const born: Process = new Process({
      name,
      scheduler: this.#scheduler,
      db: this.#database.open(name),
      skewMs: this.#weather.skewsMs[this.#processes.length] ?? 0,
      hasLoops: this.#weather.hasLoops,
      draw: this.#lots.draw,
      newId: this.#lots.uuid,
      discord: (owner) => this.#discord.open(owner, this.#weather.room),
      owner: (owner) =>
        createOwner({
          isAway: () => this.#mayFail(this.#weather.failingOwner, 'owner away'),
          think: (what) => this.#scheduler.until(dice.pick([0, 0, 0, 50]), owner, what),
          answered: (row, answer) => this.#truths.answered(row, answer),
          told: ({ id, state }) => this.#world.told.set(id, [...(this.#world.told.get(id) ?? []), state]),
        }),
      changes: () => this.#database.changes,
      moments: (kind) => this.#momentsOf(kind),
      failed: (error, process) => this.#failed(error, process.name),
    });
    this.#processes.push(born);
    this.#tell(`${name} is born`);
    born.start();
  }

  #failed(error: unknown, who: string): void {
    if (isDatabaseDown(error) || isSerializationFailure(error)) return;
    this.#world.violate(
      'noSurprise',
      `${who}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }

  #living(): Process[] {
    return this.#processes.filter((each) => !each.isDead);
  }

  #end(process: Process): void {
    process.isDead = true;
    this.#scheduler.forget(process);
    this.#database.abandon(process.name);
    for (const [deed, by] of this.#open) {
      if (by !== process) continue;
      this.#open.delete(deed);
      this.#scheduler.after(500, this.#outside, deed.name, () => this.#try(deed));
    }
    const isLast = this.#living().length === 0;
    if (this.#processes.length < MOST_BORN || isLast)
      this.#scheduler.after(this.#dice.pick([500, 2_000, 5_000]), this.#outside, 'restart', () => this.#bear());
  }

  #someone(): Process[] {
    const living = this.#living();
    return living.length > 0 ? [this.#dice.pick(living)] : [];
  }

  // What people and features do

  #take(step: Step): void {
    if (step.kind === 'deed') this.#try(step);
    else {
      this.#stepsLeft -= 1;
      this.#happen(step);
    }
  }

  #try(deed: Deed): void {
    const [process] = this.#someone();
    const again = (): void => void this.#scheduler.after(1_000, this.#outside, deed.name, () => this.#try(deed));
    if (!process) return again();
    this.#open.set(deed, process);
    void this.#carryOut(deed, process, again);
  }

  async #carryOut(deed: Deed, process: Process, again: () => void): Promise<void> {
    try {
      await deed.work(process.ctx);
      this.#open.delete(deed);
      this.#stepsLeft -= 1;
    } catch (error) {
      this.#open.delete(deed);
      this.#failed(error, deed.name);
      again();
    }
  }

  #happen({ name, key, forMs }: Incident): void {
    const [message] = this.#discord.standing(key);
    switch (name) {
      case 'message deleted':
        if (message) this.#delete(message);
        return;
      case 'permission lost':
        this.#allow({ mayPost: false });
        return this.#allowLater(forMs);
      case 'history lost':
        this.#allow({ mayReadHistory: false });
        return this.#allowLater(forMs);
      case 'webhook deleted':
        this.#discord.hooks.clear();
        return;
      case 'channel deleted':
        this.#discord.goneChannels.add(channels[1] as string);
        return;
      default:
        name satisfies never;
    }
  }

  #allowLater(forMs: number): void {
    this.#scheduler.after(forMs, this.#outside, 'permissions given back', () =>
      this.#allow({ mayPost: true, mayReadHistory: true }),
    );
  }

  #allow(change: Partial<Pick<FakeDiscord, 'mayPost' | 'mayReadHistory'>>): void {
    Object.assign(this.#discord, change);
    const { mayPost, mayReadHistory } = this.#discord;
    const lateMs = this.#dice.pick([0, 1_000, 2_000]);
    this.#scheduler.after(lateMs, this.#outside, 'gateway tells of permissions', () =>
      this.#setServer(mayPost ? (mayReadHistory ? all : all & ~permissionSet('ReadMessageHistory')) : 0n),
    );
  }

  #setServer(permissions: bigint): void {
    const role = { id: SERVER, permissions, isMentionable: true, name: 'all' };
    const places = channels.map((id) => [id, { id, kind: 'announcement', overwrites: [] }] as const);
    const known = {
      id: SERVER,
      ownerId: '1',
      botRoleIds: [],
      roles: new Map([[SERVER, role]]),
      channels: new Map(places),
    };
    this.#database.tables.servers.set(SERVER, { id: SERVER, state: known as unknown as ServerState });
  }

  #delete(message: Standing): void {
    this.#discord.remove(message);
    this.#world.deletedByPeople.add(message.id);
    this.#toldByGateway((process) =>
      lostMessages(process.ctx, [{ messageId: message.id, channelId: message.channelId }]),
    );
  }

  #seen(message: Standing): void {
    this.#truths.posted(message);
    if (this.#dice.draw(1_000) < this.#weather.unseen) return;
    const { id: messageId, channelId, nonce, webhookId, content } = message;
    this.#toldByGateway((process) =>
      sawMessage(process.ctx, { messageId, channelId, nonce, webhookId, content, embeds: [] }),
    );
  }

  #toldByGateway(hear: (process: Process) => Promise<unknown>): void {
    this.#scheduler.after(this.#dice.pick([0, 100, 2_000]), this.#outside, 'gateway tells', () => {
      const [process] = this.#someone();
      if (process) hear(process).catch((error: unknown) => this.#failed(error, 'gateway'));
    });
  }

  // The database, as processes meet it

  async #turn(by: string, statement: string, phase: Phase): Promise<void> {
    const process = this.#processes.find(({ name }) => name === by);
    if (!process) return;
    const { weather } = this.#world;
    if (phase === 'effect') {
      const isSlow = this.#mayFail(weather.slowStatement, 'slow statement');
      const isLost = this.#mayFail(weather.lostBefore, 'lost before');
      await this.#scheduler.until(isSlow ? this.#dice.pick([200, 3_000, 30_000]) : 0, process, statement, true);
      if (isLost) throw new DatabaseDownError('Connection terminated');
      return;
    }
    const isLost = this.#mayFail(weather.lostAfter, 'lost after');
    await this.#scheduler.until(0, process, isLost ? `${statement}: no answer` : `${statement} done`);
    if (isLost) throw new DatabaseDownError('Connection terminated');
    this.#truths.changed();
  }

  #heard(channel: string, payload: string): void {
    if (channel !== WAKE_CHANNEL) return;
    for (const process of this.#living()) {
      if (this.#mayFail(this.#weather.lostNotice, 'lost notice')) continue;
      this.#scheduler.after(0, process, 'hears of rows', () => process.ctx.wake.hear(payload));
    }
  }

  #momentsOf(kind: 'rows' | 'jobs'): readonly number[] {
    const { changes, tables } = this.#database;
    if (this.#moments.changes !== changes) {
      const rows: number[] = [];
      for (const { nextAttemptAt, inLine, leaseUntil, afterAt } of tables.deliveries.values()) {
        if (nextAttemptAt) rows.push(inLine ? (leaseUntil?.getTime() ?? 0) : nextAttemptAt.getTime());
        if (afterAt) rows.push(afterAt.getTime());
      }
      const jobs = [...tables.jobs.values()].map(({ dueMs, takenUntilMs }) => takenUntilMs ?? dueMs);
      this.#moments = { changes, rows, jobs };
    }
    return this.#moments[kind];
  }
}
