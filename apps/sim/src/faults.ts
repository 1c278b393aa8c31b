import { z } from 'zod';

export const FaultRule = z.object({
  world: z.string(),
  kind: z.enum(['rate-limit', 'error', 'lost-reply', 'stall', 'outage']),
  percent: z.number().min(0).max(100).default(100),
  /** `POST /channels/*\/messages`, where a star is any text. Without it, every call of the world matches. */
  route: z.string().optional(),
  times: z.number().int().positive().optional(),
  status: z.number().int().min(400).max(599).default(500),
  retryAfter: z.number().positive().default(1),
  scope: z.enum(['user', 'global', 'shared']).default('user'),
  ms: z.number().int().positive().default(1000),
});
export type FaultInput = z.input<typeof FaultRule>;
export type FaultRule = z.output<typeof FaultRule>;
export type ActiveFault = FaultRule & { readonly id: string; hits: number };
export type LimitedFault = Pick<FaultRule, 'retryAfter' | 'scope'>;

export interface Faults {
  add(rule: FaultInput): ActiveFault;
  remove(id: string): boolean;
  clear(): void;
  list(): readonly ActiveFault[];
  seed(seed: number): void;
  hasAny(): boolean;
  /** Returns the rules that apply to this call, in the order they were added. */
  strike(world: string, method: string, path: string): readonly ActiveFault[];
  whenChanged(listener: () => void): void;
}

const NONE: readonly ActiveFault[] = [];

/** A small seeded generator (mulberry32), so a failing run can be repeated. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function patternOf(route: string | undefined): RegExp | undefined {
  if (!route) return undefined;
  const source = route
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`);
}

export function createFaults(): Faults {
  let random = seededRandom(1);
  let next = 1;
  let rules: { fault: ActiveFault; pattern: RegExp | undefined }[] = [];
  const listeners: (() => void)[] = [];
  const changed = () => {
    for (const listener of listeners) listener();
  };

  return {
    add(rule) {
      const fault: ActiveFault = { ...FaultRule.parse(rule), id: `fault-${next++}`, hits: 0 };
      rules.push({ fault, pattern: patternOf(fault.route) });
      changed();
      return fault;
    },
    remove(id) {
      const before = rules.length;
      rules = rules.filter((rule) => rule.fault.id !== id);
      if (rules.length !== before) changed();
      return rules.length !== before;
    },
    clear() {
      rules = [];
      random = seededRandom(1);
      changed();
    },
    list: () => rules.map((rule) => rule.fault),
    seed(seed) {
      random = seededRandom(seed);
    },
    hasAny: () => rules.length > 0,
    strike(world, method, path) {
      if (rules.length === 0) return NONE;
      const struck: ActiveFault[] = [];
      for (const { fault, pattern } of rules) {
        if (fault.world !== world || (pattern && !pattern.test(`${method} ${path}`))) continue;
        if (fault.percent < 100 && random() * 100 >= fault.percent) continue;
        fault.hits++;
        struck.push(fault);
      }
      const isSpent = (fault: ActiveFault) => fault.times !== undefined && fault.hits >= fault.times;
      if (struck.some(isSpent)) rules = rules.filter((rule) => !isSpent(rule.fault));
      return struck;
    },
    whenChanged: (listener) => void listeners.push(listener),
  };
}
