import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import type { Step } from './plan.ts';
import type { Process } from './process.ts';
import type { Weather } from './weather.ts';

/** A reproduced bug: its plan and weather, and the decisions by the names of their events. */
export interface Scene {
  /** What went wrong before the fix. */
  readonly story: string;
  /** All other weather values are calm. */
  readonly weather: Partial<Weather>;
  readonly plan: readonly Step[];
  /**
   * `p1 is killed before settleAll`, `p1 freezes for 31000 after create k0 arrives`, or a fault with its place:
   * `lost reply: p1 create k0`. With ` #2` it happens at the second occasion.
   */
  readonly decisions: readonly string[];
  /** The final states of its rows, if the rules allow more than one. */
  readonly ends?: Readonly<Record<string, Delivery['state']>>;
}

export const calm: Weather = {
  faultsForMs: 60_000,
  processes: 1,
  kills: 0,
  freezes: 0,
  stops: 0,
  crashes: 0,
  fullDisks: 0,
  refusedTokens: 0,
  slowStatement: 0,
  lostBefore: 0,
  lostAfter: 0,
  lostNotice: 0,
  lostReply: 0,
  neverArrived: 0,
  limited: 0,
  slowCall: 0,
  unseen: 1_000,
  failingOwner: 0,
  poison: 0,
  skewsMs: [],
  quantumMs: 0,
  nonceMs: 120_000,
  room: 50,
  hasLoops: false,
  jumps: 0,
};

interface Cue {
  readonly name: string;
  /** How many occasions remain until this happens. */
  left: number;
}
interface Act extends Cue {
  readonly when: 'before' | 'after';
  readonly forMs: number | null;
}

const acted = /^(p\d+) (?:is killed|freezes for (\d+)) (before|after) (.+)$/;

/** Applies the decisions of a scene. */
export class Cues {
  readonly #faults: Cue[] = [];
  readonly #acts: Act[] = [];

  constructor(decisions: readonly string[]) {
    for (const decision of decisions) {
      const [what = '', count = '1'] = decision.split(' #');
      const [, who, forMs, when, event] = acted.exec(what) ?? [];
      if (!who) this.#faults.push({ name: what, left: Number(count) });
      else {
        const [name, ms] = [`${who} ${event}`, forMs === undefined ? null : Number(forMs)];
        this.#acts.push({ name, left: Number(count), when: when as Act['when'], forMs: ms });
      }
    }
  }

  isFault(name: string): boolean {
    return occasions(this.#faults, name).length > 0;
  }

  /** The faults that a process has before and after this event. */
  actsAt(event: string): readonly Act[] {
    return occasions(this.#acts, event);
  }

  /** Decisions that never occurred, usually because an event was renamed. */
  get missing(): readonly string[] {
    return [...this.#faults, ...this.#acts].flatMap(({ name, left }) => (left > 0 ? [name] : []));
  }
}

function occasions<T extends Cue>(cues: readonly T[], name: string): T[] {
  return cues.filter((cue) => {
    if (cue.name !== name || cue.left === 0) return false;
    cue.left -= 1;
    return cue.left === 0;
  });
}

/** Kills or freezes a process. */
export function perform({ forMs }: Act, process: Process, nowMs: number, end: (process: Process) => void): void {
  if (forMs === null) end(process);
  else process.frozenUntilMs = nowMs + forMs;
}
