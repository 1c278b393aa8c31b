import { randomUUID } from 'node:crypto';
import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AT_ONCE, type Ctx, LAST_GRACE, type Snapshot } from '@tally/kernel';
import { lockChannel } from '../store/channels.ts';
import { findLatestSession } from '../store/sessions.ts';
import { recordingDueAt } from '../sweep/recording.ts';
import type { ChannelRow, SessionRow } from '../tables.ts';
import { type Decision, decide, type Ends, isSameStream, type Sight } from './decide.ts';
import { change, type Findings, keepFindings, openFindings, tell } from './findings.ts';
import { withCategory, withFormer } from './session.ts';

type Live = Extract<Snapshot, { state: 'live' }>;

/**
 * Handles a platform's snapshot of a channel. Deciding, storing and queueing happen in one transaction under the
 * channel's lock, so a push and a poll that arrive together announce once.
 */
export async function observe(ctx: Ctx, tx: Db, platform: Platform, seen: Sight): Promise<void> {
  if (seen.snapshot.state === 'unknown') return;
  const channel = await lockChannel(tx, platform, seen.snapshot.channelId);
  if (channel) await observeLocked(ctx, tx, channel, seen);
}

/** The same for a caller that already holds the channel's lock. */
async function observeLocked(ctx: Ctx, tx: Db, channel: ChannelRow, seen: Sight): Promise<void> {
  const findings = openFindings();
  const latest = await findLatestSession(tx, channel.platform, channel.channelId);
  decideInto(findings, { ctx, channel, latest, ...seen });
  await keepFindings(ctx, tx, findings);
}

export interface Sighting extends Sight {
  readonly ctx: Ctx;
  /** Locked by the caller. */
  readonly channel: ChannelRow;
  /** Read after the channel was locked. */
  readonly latest: SessionRow | null;
}

/** Decides what a sighting means and adds the writes to the findings. */
export function decideInto(findings: Findings, sighting: Sighting): Decision['kind'] {
  const { ctx, latest } = sighting;
  const now = ctx.clock.now();
  // A platform's clock may be ahead of ours.
  const occurredAt = sighting.occurredAt && sighting.occurredAt > now ? now : sighting.occurredAt;
  const scene: Scene = { ...sighting, occurredAt, now };
  const open = latest?.endedAt === null ? latest : null;
  const decision = decide({ ...scene, open });
  carryOut(findings, scene, decision);
  return decision.kind;
}

interface Scene extends Sighting {
  readonly now: Date;
}

function carryOut(findings: Findings, scene: Scene, decision: Decision): void {
  const { ctx, channel, now } = scene;
  switch (decision.kind) {
    case 'nothing':
      return;
    case 'open':
      return tell(findings, ctx, channel, [{ kind: 'live', sessionId: openSession(findings, scene) }]);
    case 'replace': {
      const { id } = known(scene);
      change(findings, id, {
        endedAt: decision.at,
        graceTold: decision.told.at(-1) ?? known(scene).graceTold,
        nextGraceAt: null,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
      });
      const ends = decision.told.map((grace) => ({ kind: 'end' as const, sessionId: id, grace }));
      return tell(findings, ctx, channel, [...ends, { kind: 'live', sessionId: openSession(findings, scene) }]);
    }
    case 'follow': {
      const { id, offlineSince, hintedAt } = known(scene);
      // An old push about the former stream must not count for this one.
      const sessionId = openSession(findings, scene, { longestGrace: AT_ONCE, hintedAt, ...hintOf(scene) });
      change(findings, id, { endedAt: offlineSince ?? now, nextGraceAt: null, continuedBy: sessionId });
      return tell(findings, ctx, channel, [
        { kind: 'update', sessionId: id },
        { kind: 'live', sessionId },
      ]);
    }
    case 'continue': {
      const { id } = known(scene);
      change(findings, id, whatIsSeen(scene));
      return tell(findings, ctx, channel, decision.isNews ? [{ kind: 'update', sessionId: id }] : []);
    }
    case 'reopen': {
      const { id } = known(scene);
      change(findings, id, { ...whatIsSeen(scene), endedAt: null });
      return tell(findings, ctx, channel, [{ kind: 'update', sessionId: id }]);
    }
    case 'doubt':
      return change(findings, known(scene).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        ...hintOf(scene),
      });
    case 'silent':
      change(findings, known(scene).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
        recordingTries: 0,
        ...hintOf(scene),
      });
      return endInto(findings, { ctx, channel, session: known(scene), since: decision.since, ends: decision.ends });
    default:
      return decision satisfies never;
  }
}

interface Ending {
  readonly ctx: Ctx;
  readonly channel: ChannelRow;
  readonly session: Pick<SessionRow, 'id'>;
  readonly since: Date;
  readonly ends: Ends;
}

/** Notifies some servers of the end now; the last of them closes the session for good. */
export async function tellEnds(tx: Db, ending: Ending): Promise<void> {
  const findings = openFindings();
  endInto(findings, ending);
  await keepFindings(ending.ctx, tx, findings);
}

function endInto(findings: Findings, { ctx, channel, session, since, ends }: Ending): void {
  const graceTold = ends.told.at(-1);
  change(findings, session.id, {
    nextGraceAt: ends.nextAt,
    ...(graceTold === undefined ? {} : { graceTold }),
    ...(ends.isLast ? { endedAt: since } : {}),
  });
  const events = ends.told.map((grace) => ({ kind: 'end' as const, sessionId: session.id, grace }));
  tell(findings, ctx, channel, events);
}

type Beginning = Pick<SessionRow, 'longestGrace' | 'hintedAt'>;

function openSession(
  findings: Findings,
  { channel, snapshot, now, ...scene }: Scene,
  beginning: Beginning = { longestGrace: LAST_GRACE, hintedAt: null, ...hintOf(scene) },
): string {
  const { streamId, startedAt, url, details } = snapshot as Live;
  const id = randomUUID();
  findings.opened.push({
    id,
    platform: channel.platform,
    channelId: channel.channelId,
    streamId,
    startedAt,
    detectedAt: now,
    lastSeenAt: now,
    url,
    details,
    peakViewers: details.viewers,
    viewerSum: details.viewers ?? 0,
    viewerSamples: details.viewers === null ? 0 : 1,
    categories: withCategory([], details, startedAt),
    ...beginning,
  });
  return id;
}

function whatIsSeen(scene: Scene) {
  const snapshot = scene.snapshot as Live;
  const { streamId, startedAt, url, details } = snapshot;
  const { viewers } = details;
  const row = known(scene);
  return {
    // Store the current stream's id, so a return after a long outage of ours is not taken for another stream.
    ...(isSameStream(row, snapshot) ? { streamId: streamId ?? row.streamId } : { streamId, resumedAt: startedAt, url }),
    lastSeenAt: scene.now,
    offlineSince: null,
    offlineObservations: 0,
    graceTold: null,
    nextGraceAt: null,
    nextRecordingAt: null,
    details: withFormer(details, row.details),
    peakViewers: viewers === null ? row.peakViewers : Math.max(row.peakViewers ?? 0, viewers),
    viewerSum: row.viewerSum + (viewers ?? 0),
    viewerSamples: row.viewerSamples + (viewers === null ? 0 : 1),
    categories: withCategory(row.categories, details, scene.now),
    ...hintOf(scene),
  };
}

const hintOf = ({ isSigned, occurredAt }: Pick<Scene, 'isSigned' | 'occurredAt'>) =>
  isSigned && occurredAt ? { hintedAt: occurredAt } : {};

/** `decide` only returns such decisions for a session that it was given. */
function known({ latest }: Scene): SessionRow {
  if (!latest) throw new Error('A decision about a session that does not exist.');
  return latest;
}
