import { randomUUID } from 'node:crypto';
import { LEASE_MS } from '../sending/plan.ts';
import type { PlacedTarget } from '../store/fan-out.ts';
import type { Delivery } from '../tables.ts';
import type { FanOut } from './fan-out.ts';

/**
 * A row that was never in the line, in the form that `claimDue` returns. `insertDepartures` writes it with its
 * payload.
 */
export function newRow(fanOut: FanOut, target: PlacedTarget, { now, fence }: { now: Date; fence: number }): Delivery {
  return {
    id: randomUUID(),
    dedupeKey: target.dedupeKey,
    owner: fanOut.owner,
    serverId: target.serverId,
    subject: target.subject,
    sessionId: fanOut.sessionId ?? null,
    kind: fanOut.kind,
    channelId: target.channelId,
    state: 'queued',
    reason: null,
    reasonValues: { ...fanOut.reasonValues },
    wanted: 'present',
    payload: null,
    about: {},
    sent: null,
    identity: null,
    publish: false,
    thread: null,
    version: 1,
    sentVersion: 0,
    attemptVersion: 0,
    inDoubtSince: null,
    nonce: null,
    sightedId: null,
    sightedGone: false,
    messageId: null,
    webhookId: null,
    lane: target.lane ?? 'bot',
    priority: target.priority ?? 0,
    turn: target.turn,
    inLine: true,
    attempts: 1,
    lost: 0,
    nextAttemptAt: now,
    giveUpAt: fanOut.giveUpAt,
    leaseUntil: new Date(now.getTime() + LEASE_MS),
    fence,
    detectedAt: fanOut.detectedAt,
    matchedAt: now,
    queuedAt: now,
    settledAt: null,
    sentAt: null,
    editedAt: null,
    recentEdits: [],
    seenAt: null,
    publishState: null,
    publishedAt: null,
    threadState: null,
    threadId: null,
    afterAttempts: 0,
    afterAt: null,
  };
}
