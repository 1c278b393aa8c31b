import type { Timers } from '@tally/kernel';
import type { Metrics } from '../metrics/index.ts';
import type { HostBudget } from './budget.ts';

export function metersOf(
  metrics: Metrics,
  { hosts, timers }: { readonly hosts: ReadonlyMap<string, HostBudget>; readonly timers: Timers },
) {
  const calls = metrics.counter({
    name: 'outgoing_calls_total',
    help: 'Calls to the outside by outcome',
    labels: ['world', 'outcome'],
  });
  const took = metrics.histogram({
    name: 'outgoing_call_seconds',
    help: 'How long calls to the outside took',
    labels: ['world'],
  });
  const refused = metrics.counter({
    name: 'outgoing_calls_refused_total',
    help: 'Calls to hosts that the configuration does not allow',
    labels: ['world'],
  });
  const gauge = (name: string, help: string, read: (budget: HostBudget) => number) => {
    const made = metrics.gauge({
      name,
      help,
      labels: ['host'],
      collect: () => {
        for (const [host, budget] of hosts) made.set({ host }, read(budget));
      },
    });
  };
  gauge('outgoing_calls_running', 'Running calls, by host', (budget) => budget.running);
  gauge('outgoing_calls_waiting', "Calls waiting for their host's budget", (budget) => budget.waiting);
  return {
    refused,
    done(world: string, outcome: string, startedAt: number) {
      calls.inc({ world, outcome });
      took.observe({ world }, (timers.nowMs() - startedAt) / 1_000);
    },
  };
}
