import { randomUUID } from 'node:crypto';
import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx, Snapshot } from '@tally/kernel';
import { type Decision, decide, type Ends, type Sight } from './decide.ts';
import { announce } from './dispatch.ts';
import { recordingDueAt } from './recording.ts';
import { withCategory } from './session.ts';
import { lockChannel } from './store/channels.ts';
import { findLatestSession, insertSession, updateSession } from './store/sessions.ts';
import type { ChannelRow, SessionRow } from './tables.ts';

type Live = Extract<Snapshot, { state: 'live' }>;

/**
 * Takes in what a platform says of a channel. Deciding, storing and queueing what follows is one transaction under
 * the channel's lock, so a push and a poll that arrive together announce once.
 */
export async function observe(ctx: Ctx, tx: Db, platform: Platform, seen: Sight): Promise<void> {
  if (seen.snapshot.state === 'unknown') return;
  const channel = await lockChannel(tx, platform, seen.snapshot.channelId);
  if (channel) await observeLocked(ctx, tx, channel, seen);
}

/** The same where the caller holds the channel already. */
export async function observeLocked(ctx: Ctx, tx: Db, channel: ChannelRow, seen: Sight): Promise<Decision['kind']> {
  const now = ctx.clock.now();
  // A platform's clock may be ahead of ours.
  const occurredAt = seen.occurredAt && seen.occurredAt > now ? now : seen.occurredAt;
  const sight: Sight = { ...seen, occurredAt };
  const latest = await findLatestSession(tx, channel.platform, channel.channelId);
  const open = latest?.endedAt === null ? latest : null;
  const decision = decide({ ...sight, open, latest, now });
  await carryOut({ ctx, tx, channel, latest, now, ...sight }, decision);
  return decision.kind;
}

interface Scene extends Sight {
  readonly ctx: Ctx;
  readonly tx: Db;
  readonly channel: ChannelRow;
  readonly latest: SessionRow | null;
  readonly now: Date;
}

async function carryOut(scene: Scene, decision: Decision): Promise<void> {
  const { ctx, tx, channel, now } = scene;
  switch (decision.kind) {
    case 'nothing':
      return;
    case 'open':
      return announce(ctx, tx, channel, [{ kind: 'live', sessionId: await openSession(scene) }]);
    case 'replace': {
      const { id } = known(scene);
      await updateSession(tx, id, {
        endedAt: decision.at,
        graceTold: decision.told.at(-1) ?? known(scene).graceTold,
        nextGraceAt: null,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
      });
      const ends = decision.told.map((grace) => ({ kind: 'end' as const, sessionId: id, grace }));
      return announce(ctx, tx, channel, [...ends, { kind: 'live', sessionId: await openSession(scene) }]);
    }
    case 'continue': {
      const { id } = await updateSession(tx, known(scene).id, whatIsSeen(scene));
      if (!decision.isNews) return;
      return announce(ctx, tx, channel, [{ kind: 'update', sessionId: id }]);
    }
    case 'reopen': {
      const { id } = await updateSession(tx, known(scene).id, { ...whatIsSeen(scene), endedAt: null });
      return announce(ctx, tx, channel, [{ kind: 'update', sessionId: id }]);
    }
    case 'doubt':
      await updateSession(tx, known(scene).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        ...hintOf(scene),
      });
      return;
    case 'silent':
      await updateSession(tx, known(scene).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
        nextRecordingAt: recordingDueAt(ctx, channel.platform, now),
        recordingTries: 0,
        ...hintOf(scene),
      });
      return tellEnds(ctx, tx, channel, { session: known(scene), since: decision.since, ends: decision.ends });
    default:
      return decision satisfies never;
  }
}

/** Some servers hear of the end now; after the last of them the session is closed for good. */
export async function tellEnds(
  ctx: Ctx,
  tx: Db,
  channel: ChannelRow,
  about: { session: Pick<SessionRow, 'id'>; since: Date; ends: Ends },
): Promise<void> {
  const { session, since, ends } = about;
  const graceTold = ends.told.at(-1);
  await updateSession(tx, session.id, {
    nextGraceAt: ends.nextAt,
    ...(graceTold === undefined ? {} : { graceTold }),
    ...(ends.isLast ? { endedAt: since } : {}),
  });
  const events = ends.told.map((grace) => ({ kind: 'end' as const, sessionId: session.id, grace }));
  await announce(ctx, tx, channel, events);
}

async function openSession({ tx, channel, snapshot, now, ...scene }: Scene): Promise<string> {
  const { streamId, startedAt, url, details } = snapshot as Live;
  const { id } = await insertSession(tx, {
    id: randomUUID(),
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
    ...hintOf(scene),
  });
  return id;
}

function whatIsSeen(scene: Scene) {
  const { streamId, details } = scene.snapshot as Live;
  const { viewers } = details;
  const row = known(scene);
  return {
    streamId: streamId ?? row.streamId,
    lastSeenAt: scene.now,
    offlineSince: null,
    offlineObservations: 0,
    graceTold: null,
    nextGraceAt: null,
    nextRecordingAt: null,
    // A detail that is missing this time is not a detail that was taken away.
    details: {
      ...details,
      title: details.title ?? row.details.title,
      category: details.category ?? row.details.category,
      categoryImageUrl: details.categoryImageUrl ?? row.details.categoryImageUrl,
      thumbnailUrl: details.thumbnailUrl ?? row.details.thumbnailUrl,
      viewers: viewers ?? row.details.viewers,
      language: details.language ?? row.details.language,
    },
    peakViewers: viewers === null ? row.peakViewers : Math.max(row.peakViewers ?? 0, viewers),
    viewerSum: row.viewerSum + (viewers ?? 0),
    viewerSamples: row.viewerSamples + (viewers === null ? 0 : 1),
    categories: withCategory(row.categories, details, scene.now),
    ...hintOf(scene),
  };
}

const hintOf = ({ isSigned, occurredAt }: Pick<Scene, 'isSigned' | 'occurredAt'>) =>
  isSigned && occurredAt ? { hintedAt: occurredAt } : {};

/** `decide` only speaks of a session that it was given. */
function known({ latest }: Scene): SessionRow {
  if (!latest) throw new Error('A decision about a session that does not exist.');
  return latest;
}
