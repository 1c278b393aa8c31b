import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AT_ONCE, type Ctx, LAST_GRACE, type Snapshot } from '@tally/kernel';
import { lockChannel } from '../store/channels.ts';
import { findLatestSession } from '../store/sessions.ts';
import { recordingDueAt } from '../sweep/recording.ts';
import type { ChannelRow, SessionRow } from '../tables.ts';
import { type Decision, decide, type Ends, isSameStream, type Observation } from './decide.ts';
import { withCategory, withFormer } from './session.ts';
import { addChange, addEvents, keepWrites, openWrites, type Writes } from './writes.ts';

type Live = Extract<Snapshot, { state: 'live' }>;

/**
 * Handles a platform's snapshot of a channel. Deciding, storing and queueing happen in one transaction under the
 * channel's lock, so a push and a poll that arrive together cause one announcement.
 */
export async function observe(ctx: Ctx, tx: Db, platform: Platform, seen: Observation): Promise<void> {
  if (seen.snapshot.state === 'unknown') return;
  const channel = await lockChannel(tx, platform, seen.snapshot.channelId);
  if (channel) await observeLocked(ctx, tx, channel, seen);
}

/** Handles a snapshot for a caller that already holds the channel's lock. */
async function observeLocked(ctx: Ctx, tx: Db, channel: ChannelRow, seen: Observation): Promise<void> {
  const writes = openWrites();
  const latest = await findLatestSession(tx, channel.platform, channel.channelId);
  decideInto(writes, { ctx, channel, latest, ...seen });
  await keepWrites(ctx, tx, writes);
}

export interface ChannelObservation extends Observation {
  readonly ctx: Ctx;
  /** The caller holds this channel's lock. */
  readonly channel: ChannelRow;
  /** The latest session, read after the channel was locked. */
  readonly latest: SessionRow | null;
}

/** Decides what an observation means and collects the resulting writes. */
export function decideInto(writes: Writes, observation: ChannelObservation): Decision['kind'] {
  const { ctx, latest } = observation;
  const now = ctx.clock.now();
  // A platform's clock may be ahead of ours.
  const occurredAt = observation.occurredAt && observation.occurredAt > now ? now : observation.occurredAt;
  const about: Timed = { ...observation, occurredAt, now };
  const open = latest?.endedAt === null ? latest : null;
  const decision = decide({ ...about, open });
  carryOut(writes, about, decision);
  return decision.kind;
}

interface Timed extends ChannelObservation {
  readonly now: Date;
}

function carryOut(writes: Writes, about: Timed, decision: Decision): void {
  const { ctx, channel, now } = about;
  switch (decision.kind) {
    case 'nothing':
      return;
    case 'open':
      return addEvents(writes, ctx, channel, [{ kind: 'live', sessionId: openSession(writes, about) }]);
    case 'replace': {
      const { id } = known(about);
      addChange(writes, id, {
        endedAt: decision.at,
        graceTold: decision.told.at(-1) ?? known(about).graceTold,
        nextGraceAt: null,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
      });
      const ends = decision.told.map((grace) => ({ kind: 'end' as const, sessionId: id, grace }));
      return addEvents(writes, ctx, channel, [...ends, { kind: 'live', sessionId: openSession(writes, about) }]);
    }
    case 'follow': {
      const { id, offlineSince, hintedAt } = known(about);
      // A late push about the previous stream must not count for this one.
      const sessionId = openSession(writes, about, { longestGrace: AT_ONCE, hintedAt, ...hintOf(about) });
      addChange(writes, id, { endedAt: offlineSince ?? now, nextGraceAt: null, continuedBy: sessionId });
      return addEvents(writes, ctx, channel, [
        { kind: 'update', sessionId: id },
        { kind: 'live', sessionId },
      ]);
    }
    case 'continue': {
      const { id } = known(about);
      addChange(writes, id, seenFacts(about));
      return addEvents(writes, ctx, channel, decision.needsEdit ? [{ kind: 'update', sessionId: id }] : []);
    }
    case 'reopen': {
      const { id } = known(about);
      addChange(writes, id, { ...seenFacts(about), endedAt: null });
      return addEvents(writes, ctx, channel, [{ kind: 'update', sessionId: id }]);
    }
    case 'doubt':
      return addChange(writes, known(about).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        ...hintOf(about),
      });
    case 'silent':
      addChange(writes, known(about).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
        recordingTries: 0,
        ...hintOf(about),
      });
      return endInto(writes, { ctx, channel, session: known(about), since: decision.since, ends: decision.ends });
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

/** Notifies some servers of the end now. The last notification closes the session for good. */
export async function queueEnds(tx: Db, ending: Ending): Promise<void> {
  const writes = openWrites();
  endInto(writes, ending);
  await keepWrites(ending.ctx, tx, writes);
}

function endInto(writes: Writes, { ctx, channel, session, since, ends }: Ending): void {
  const graceTold = ends.told.at(-1);
  addChange(writes, session.id, {
    nextGraceAt: ends.nextAt,
    ...(graceTold === undefined ? {} : { graceTold }),
    ...(ends.isLast ? { endedAt: since } : {}),
  });
  const events = ends.told.map((grace) => ({ kind: 'end' as const, sessionId: session.id, grace }));
  addEvents(writes, ctx, channel, events);
}

type Beginning = Pick<SessionRow, 'longestGrace' | 'hintedAt'>;

function openSession(
  writes: Writes,
  { ctx, channel, snapshot, now, ...about }: Timed,
  beginning: Beginning = { longestGrace: LAST_GRACE, hintedAt: null, ...hintOf(about) },
): string {
  const { streamId, startedAt, url, details } = snapshot as Live;
  const id = ctx.random.uuid();
  writes.opened.push({
    id,
    platform: channel.platform,
    channelId: channel.channelId,
    streamId,
    startedAt,
    detectedAt: now,
    toldAt: about.pushed?.toldAt ?? null,
    arrivedAt: about.pushed?.arrivedAt ?? null,
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

function seenFacts(about: Timed) {
  const snapshot = about.snapshot as Live;
  const { streamId, startedAt, url, details } = snapshot;
  const { viewers } = details;
  const row = known(about);
  return {
    // Stores the current stream's id, so a return after a long outage of ours is not mistaken for another stream.
    ...(isSameStream(row, snapshot) ? { streamId: streamId ?? row.streamId } : { streamId, resumedAt: startedAt, url }),
    lastSeenAt: about.now,
    offlineSince: null,
    offlineObservations: 0,
    graceTold: null,
    nextGraceAt: null,
    nextRecordingAt: null,
    details: withFormer(details, row.details),
    peakViewers: viewers === null ? row.peakViewers : Math.max(row.peakViewers ?? 0, viewers),
    viewerSum: row.viewerSum + (viewers ?? 0),
    viewerSamples: row.viewerSamples + (viewers === null ? 0 : 1),
    categories: withCategory(row.categories, details, about.now),
    ...hintOf(about),
  };
}

const hintOf = ({ isSigned, occurredAt }: Pick<Timed, 'isSigned' | 'occurredAt'>) =>
  isSigned && occurredAt ? { hintedAt: occurredAt } : {};

/** `decide` returns such decisions only for an existing session. */
function known({ latest }: Timed): SessionRow {
  if (!latest) throw new Error('A decision about a session that does not exist.');
  return latest;
}
