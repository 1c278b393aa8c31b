import { isDatabaseDown, isSerializationFailure } from '@tally/infra/db';
import { WAKE_CHANNEL } from '@tally/pipeline/delivery';
import type { Delivered } from '../../../packages/pipeline/src/delivery/store/journal.ts';
import { type Change, MemoryDatabase } from '../memory/database.ts';
import { atTheEnd } from '../truths/at-the-end.ts';
import { Truths } from '../truths/on-the-way.ts';
import { Decisions, Dice, kinds, type Script } from './dice.ts';
import { FakeDiscord } from './discord.ts';
import { momentsOf } from './moments.ts';
import { createOwner } from './owner.ts';
import { People } from './people.ts';
import { type Deed, drawPlan, type Step } from './plan.ts';
import { applicationId, Process } from './process.ts';
import { Cues, calm, perform, type Scene } from './scene.ts';
import { type Owner, Scheduler } from './scheduler.ts';
import { Statements } from './statements.ts';
import { linesOf } from './story.ts';
import { planTroubles } from './troubles.ts';
import { drawWeather, type Weather } from './weather.ts';

const START_MS = Date.parse('2026-01-15T12:00:00.000Z');
/** Everything must be final within this time after the last fault. */
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
  /** All numbers that the life drew, kept only on request. */
  readonly script: Script | undefined;
  /** Scene decisions that did not occur. */
  readonly missing: readonly string[];
}

export interface Told {
  readonly hasStory?: boolean;
  readonly keepsScript?: boolean;
  /** Replaces the numbers that the seed would draw. */
  readonly script?: Script | undefined;
  readonly scene?: Scene | undefined;
}

/** Everything outside the processes. */
export interface World {
  readonly weather: Weather;
  readonly database: MemoryDatabase;
  readonly discord: FakeDiscord;
  readonly told: Map<string, Delivered['state'][]>;
  /** Rows that were posted. */
  readonly posted: Set<string>;
  readonly deletedByPeople: Set<string>;
  /** Messages that were reported to features as stored. */
  readonly promised: Set<string>;
  /** Messages that two rows with the same text may both claim. */
  readonly shared: Set<string>;
  readonly nowMs: () => number;
  readonly calmAtMs: number;
  readonly violate: (truth: string, says: string) => void;
}

export async function live(seed: number, told: Told = {}): Promise<Life> {
  return await new OneLife(seed, told).run();
}

class OneLife {
  readonly #seed: number;
  readonly #told: Told;
  readonly #decisions = new Decisions();
  readonly #dice: Readonly<Record<(typeof kinds)[number], Dice>>;
  /** Draws ids and fences, which do not count as decisions. */
  readonly #lots: Dice;
  readonly #cues: Cues;
  readonly #weather: Weather;
  readonly #plan: readonly Step[];
  readonly #scheduler: Scheduler;
  readonly #database: MemoryDatabase;
  readonly #discord: FakeDiscord;
  readonly #truths: Truths;
  readonly #world: World;
  readonly #people: People;
  readonly #outside: Owner = { name: '', isDead: false, frozenUntilMs: 0 };
  readonly #processes: Process[] = [];
  readonly #byName = new Map<string, Process>();
  readonly #open = new Map<Deed, Process>();
  readonly #violations: Violation[] = [];
  readonly #counts = new Map<string, number>();
  readonly #story: string[] = [];
  #stepsLeft: number;
  readonly #statements: Statements;
  readonly #moments: ReturnType<typeof momentsOf>;

  constructor(seed: number, told: Told) {
    const { hasStory = false, keepsScript = false, script, scene } = told;
    this.#seed = seed;
    this.#told = told;
    const dice = kinds.map((kind, place) => {
      const own = Math.imul(seed + 1, 0x01000193 + 2 * place);
      return [kind, new Dice(own, { given: script?.[kind], keeps: keepsScript })];
    });
    this.#dice = Object.fromEntries(dice);
    this.#lots = new Dice(seed ^ 0x2545f491);
    const weather = scene ? { ...calm, ...scene.weather } : drawWeather(this.#dice.weather);
    this.#weather = weather;
    this.#plan = scene?.plan ?? drawPlan(this.#dice.plan);
    this.#cues = new Cues(scene?.decisions ?? []);
    this.#stepsLeft = this.#plan.length;
    this.#scheduler = new Scheduler({
      dice: this.#dice.order,
      decisions: this.#decisions,
      startMs: START_MS,
      quantumMs: weather.quantumMs,
      changes: () => this.#database.changes,
      mayFindAtMs: () => this.#moments.mayFindAtMs(),
      watch: scene ? (owner, event) => this.#watch(owner, event) : undefined,
    });
    this.#database = new MemoryDatabase({
      draw: this.#lots.draw,
      newId: this.#lots.uuid,
      turn: (by, statement, phase) => this.#statements.turn(by, statement, phase),
      heard: (channel, payload) => this.#heard(channel, payload),
      committed: (by, changes) => this.#committed(by, changes),
      forgotten: () => this.#truths.forgotten(),
    });
    this.#statements = new Statements({
      weather,
      dice: this.#dice.chance,
      scheduler: this.#scheduler,
      fails: this.#mayFail,
      processes: this.#byName,
    });
    this.#moments = momentsOf(this.#database, Math.max(0, ...weather.skewsMs.map(Math.abs)));
    this.#discord = new FakeDiscord({
      dice: this.#dice.chance,
      weather,
      scheduler: this.#scheduler,
      truths: () => this.#truths,
      crash: (process) => this.#end(process),
      seen: (message) => {
        this.#truths.posted(message);
        this.#people.see(message);
      },
      fails: this.#mayFail,
      tell: (line) => this.#tell(line),
      applicationId,
    });
    this.#world = {
      weather,
      database: this.#database,
      discord: this.#discord,
      told: new Map(),
      posted: new Set(),
      shared: new Set(),
      deletedByPeople: new Set(),
      promised: new Set(),
      nowMs: () => this.#scheduler.nowMs,
      calmAtMs: START_MS + weather.faultsForMs,
      violate: (truth, says) => {
        this.#tell(`✗ ${truth}: ${says}`);
        this.#violations.push({ truth, says });
      },
    };
    this.#truths = new Truths(this.#world);
    this.#people = new People({
      ...this.#world,
      dice: this.#dice.chance,
      scheduler: this.#scheduler,
      outside: this.#outside,
      unseen: weather.unseen,
      someone: () => this.#someone()[0],
      failed: (error, who) => this.#failed(error, who),
    });
    if (!hasStory) this.#tell = () => undefined;
  }

  async run(): Promise<Life> {
    for (let count = 0; count < this.#weather.processes; count += 1) this.#bear();
    for (const step of this.#plan) this.#scheduler.after(step.atMs, this.#outside, step.name, () => this.#take(step));
    planTroubles({
      dice: this.#dice.chance,
      weather: this.#weather,
      scheduler: this.#scheduler,
      outside: this.#outside,
      victim: () => this.#someone()[0],
      end: (process) => this.#end(process),
      stopped: (process) => this.#truths.stopped(process),
      crash: () => this.#database.crash(),
      fillDisk: (forMs) => {
        this.#statements.fullUntilMs = this.#scheduler.nowMs + forMs;
      },
      refuseToken: (forMs) => {
        this.#discord.refusesTokenUntilMs = this.#scheduler.nowMs + forMs;
      },
      tell: (line) => this.#tell(line),
      count: (what) => this.#count(what),
    });
    await this.#scheduler.run(() => this.#isOver());
    this.#finish();
    return {
      seed: this.#seed,
      hash: this.#decisions.hash,
      decisions: this.#decisions.count,
      violations: this.#violations,
      counts: this.#counts,
      story: this.#story,
      script: this.#told.keepsScript
        ? (Object.fromEntries(kinds.map((kind) => [kind, this.#dice[kind].drawn])) as unknown as Script)
        : undefined,
      missing: this.#cues.missing,
    };
  }

  /** Checks that an exact replay of a scene ends in the states that the scene lists. */
  #endsAsTold(): void {
    const { scene, script } = this.#told;
    for (const { dedupeKey: key, state } of this.#database.all('deliveries')) {
      const wanted = script && scene?.ends?.[key];
      if (wanted && wanted !== state) this.#world.violate('ends', `${key} is ${state}, and not ${wanted}`);
    }
  }

  #finish(): void {
    if (this.#decisions.count >= MOST_DECISIONS) this.#world.violate('progress', 'it never comes to rest');
    else if (this.#violations.length === 0) atTheEnd(this.#world);
    this.#endsAsTold();
    for (const row of this.#database.all('deliveries')) {
      this.#count(`state ${row.state}`);
      if (row.reason) this.#count(`reason ${row.reason}`);
    }
    if (this.#world.shared.size > 0) this.#count('lives with a shared message');
    if (this.#discord.messages.length > 0) this.#count('lives with a message');
  }

  #isOver(): boolean {
    if (this.#violations.length > 0 || this.#decisions.count >= MOST_DECISIONS) return true;
    const { nowMs } = this.#scheduler;
    if (nowMs > this.#world.calmAtMs + CALM_MS) return true;
    if (nowMs < this.#world.calmAtMs || this.#stepsLeft > 0 || this.#open.size > 0) return false;
    return this.#moments.of('rows').length === 0 && this.#moments.of('jobs').length === 0;
  }

  /** Returns true if this fault happens now. */
  readonly #mayFail = (perThousand: number, what: string, where: () => string): boolean => {
    if (this.#scheduler.nowMs >= this.#world.calmAtMs) return false;
    if (!this.#dice.chance.happens(perThousand) && !(this.#told.scene && this.#cues.isFault(`${what}: ${where()}`)))
      return false;
    this.#decisions.take(what);
    this.#count(what);
    if (this.#told.hasStory) this.#tell(`✗   ${what}: ${where()}`);
    return true;
  };

  /** Carries out the decisions of a scene before and after an event. */
  #watch(owner: Owner, event: string): (() => void) | undefined {
    const process = this.#processes.find((each) => each === owner);
    const acts = process ? this.#cues.actsAt(`${owner.name} ${event}`) : [];
    const playAll = (when: 'before' | 'after') => (): void => {
      for (const act of acts) {
        if (act.when !== when || !process) continue;
        this.#tell(`✗   ${owner.name} ${act.forMs === null ? 'is killed' : 'freezes'} ${when} ${event}`);
        perform(act, process, this.#scheduler.nowMs, (each) => this.#end(each));
      }
    };
    playAll('before')();
    return acts.some(({ when }) => when === 'after') ? playAll('after') : undefined;
  }

  #tell = (line: string): void => {
    const at = ((this.#scheduler.nowMs - START_MS) / 1_000).toFixed(3).padStart(9);
    this.#story.push(`${at}  ${line}`);
  };

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
  }

  // Processes

  #bear(): void {
    const name = `p${this.#processes.length + 1}`;
    const dice = this.#dice.chance;
    const born: Process = new Process({
      name,
      scheduler: this.#scheduler,
      db: this.#database.open(name),
      skewMs: this.#weather.skewsMs[this.#processes.length] ?? 0,
      hasLoops: this.#weather.hasLoops,
      mayJump: this.#weather.jumps > 0,
      draw: this.#lots.draw,
      newId: this.#lots.uuid,
      discord: (process) => this.#discord.open(process, this.#weather.room),
      owner: (owner) =>
        createOwner({
          isAway: (what) => this.#mayFail(this.#weather.failingOwner, 'owner away', () => `${name} ${what}`),
          think: (what) => this.#scheduler.until(dice.pick([0, 0, 0, 50]), owner, what),
          answered: (row, answer) => this.#truths.answered(name, row, answer),
          told: ({ id, state }) => this.#world.told.set(id, [...(this.#world.told.get(id) ?? []), state]),
        }),
      changes: () => this.#database.changes,
      moments: (kind) => this.#moments.of(kind),
      failed: (error, process) => this.#failed(error, process.name),
    });
    this.#processes.push(born);
    this.#byName.set(name, born);
    this.#tell(`${name} is born`);
    void born.start();
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
      this.#scheduler.after(this.#dice.chance.pick([500, 2_000, 5_000]), this.#outside, 'restart', () => this.#bear());
  }

  #someone(): Process[] {
    const living = this.#living();
    return living.length > 0 ? [this.#dice.order.pick(living)] : [];
  }

  // Actions of people and features

  #take(step: Step): void {
    if (step.kind === 'deed') this.#try(step);
    else {
      this.#stepsLeft -= 1;
      this.#tell(`${step.name}: ${step.key}`);
      this.#people.do(step);
    }
  }

  #try(deed: Deed): void {
    const [process] = this.#someone();
    const again = (): void => void this.#scheduler.after(1_000, this.#outside, deed.name, () => this.#try(deed));
    if (!process) return again();
    this.#open.set(deed, process);
    this.#tell(`${process.name}  ${deed.name}`);
    void this.#carryOut(deed, process, again);
  }

  async #carryOut(deed: Deed, process: Process, again: () => void): Promise<void> {
    try {
      await deed.work(process.ctx);
      for (const key of deed.keys ?? []) this.#world.promised.add(key);
      this.#open.delete(deed);
      this.#stepsLeft -= 1;
    } catch (error) {
      this.#open.delete(deed);
      this.#failed(error, deed.name);
      again();
    }
  }

  // Results of statements

  #committed(by: string, changes: readonly Change[]): void {
    if (this.#told.hasStory) for (const line of linesOf(by, changes, START_MS)) this.#tell(line);
    this.#truths.committed(by, changes);
  }

  #heard(channel: string, payload: string): void {
    if (channel !== WAKE_CHANNEL) return;
    for (const process of this.#living()) {
      if (this.#mayFail(this.#weather.lostNotice, 'lost notice', () => process.name)) continue;
      this.#scheduler.after(0, process, 'hears of rows', () => process.ctx.wake.hear(payload));
    }
  }
}
