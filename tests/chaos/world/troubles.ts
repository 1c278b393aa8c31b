import type { ActiveFault } from '@tally/sim/faults';
import type { Sim } from '@tally/sim/start';

/**
 * The simulated Discord's faults for channel calls: 20 in a hundred hit a limit, including the global one, 5 an error,
 * 3 lose their reply after the work, 1 stalls. Every fifth limit counts as an invalid request of ours
 * (https://docs.discord.com/developers/topics/rate-limits: except those of scope "shared").
 */
export function troubleDiscord(sim: Sim, about: { seed: number; stallMs: number }): void {
  const route = '* /channels/*';
  sim.faults.seed(about.seed);
  const add = (rule: Omit<Parameters<typeof sim.faults.add>[0], 'world' | 'route'>) =>
    sim.faults.add({ world: 'discord', route, ...rule });
  add({ kind: 'rate-limit', percent: 16, scope: 'shared', retryAfter: 0.5 });
  add({ kind: 'rate-limit', percent: 2, scope: 'user', retryAfter: 1 });
  add({ kind: 'rate-limit', percent: 2, scope: 'global', retryAfter: 1 });
  add({ kind: 'error', percent: 2, status: 500 });
  add({ kind: 'error', percent: 2, status: 502 });
  add({ kind: 'error', percent: 1, status: 503 });
  add({ kind: 'lost-reply', percent: 3 });
  add({ kind: 'stall', percent: 1, ms: about.stallMs });
}

export interface InvalidMeter {
  /** Returns the maximum within any ten minutes so far. */
  most(): number;
  stop(): void;
}

const WINDOW_MS = 600_000;
const EVERY_MS = 1_000;

/** Counts invalid requests as Discord does: our own, and valid ones that a fault made invalid. */
export function measureInvalid(sim: Sim): InvalidMeter {
  const samples: { at: number; total: number }[] = [{ at: Date.now(), total: totalOf(sim) }];
  let most = 0;
  const sample = (): void => {
    const now = { at: Date.now(), total: totalOf(sim) };
    samples.push(now);
    while ((samples[0]?.at ?? now.at) < now.at - WINDOW_MS) samples.shift();
    most = Math.max(most, now.total - (samples[0]?.total ?? now.total));
  };
  const timer = setInterval(sample, EVERY_MS);
  return {
    most() {
      sample();
      return most;
    },
    stop: () => clearInterval(timer),
  };
}

const isCounted = ({ world, kind, scope }: ActiveFault): boolean =>
  world === 'discord' && kind === 'rate-limit' && scope !== 'shared';

const totalOf = (sim: Sim): number =>
  sim.discord.stats.invalid + sim.faults.list().reduce((sum, fault) => sum + (isCounted(fault) ? fault.hits : 0), 0);

/** Returns how often each fault occurred. */
export const countFaults = (sim: Sim): string =>
  sim.faults
    .list()
    .map(({ kind, status, scope, hits }) => {
      const what = kind === 'error' ? `${status}` : kind === 'rate-limit' ? `429 ${scope}` : kind;
      return `${what} ${hits}`;
    })
    .join(', ');
