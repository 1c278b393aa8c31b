import type { Ctx } from '@tally/kernel';
import type { Settled } from '../store/line.ts';

/** The range covers an idle installation as well as a long Discord outage. */
const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/** Counts messages that just got their outcome. An edit is not counted again. */
export function countOutcomes({ metrics }: Ctx, settled: readonly Settled[]): void {
  const took = metrics.histogram({
    name: 'tally_delivery_seconds',
    help: 'From the push (way="push") or the start that we found (way="asking") to the posted message.',
    labels: ['platform', 'kind', 'way'],
    buckets,
  });
  const counted = metrics.counter({
    name: 'tally_deliveries_total',
    help: 'Messages by outcome, each counted once. Those that were never meant to be sent are in the journal only.',
    labels: ['platform', 'kind', 'outcome', 'reason'],
  });
  for (const { delivery, settlement } of settled) {
    if (delivery.state !== 'queued') continue;
    const { kind, toldAt, arrivedAt, isHeld } = delivery;
    const { state: outcome = 'queued', reason = delivery.reason, sentAt } = settlement;
    const platform = delivery.platform ?? 'none';
    counted.inc({ platform, kind, outcome, reason: reason ?? '' });
    const from = arrivedAt ?? toldAt;
    // If the owner held the message back, its delay says nothing about our speed.
    if (!sentAt || !from || isHeld) continue;
    const way = arrivedAt ? 'push' : 'asking';
    took.observe({ platform, kind, way }, Math.max(0, sentAt.getTime() - from.getTime()) / 1_000);
  }
}
