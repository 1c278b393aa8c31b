import { randomUUID } from 'node:crypto';
import type { Platform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Channel, Ctx, Snapshot } from '@tally/kernel';
import { decide } from './decide.ts';
import { announceEvent } from './dispatch.ts';
import { asSession } from './session.ts';
import { findLatestSession, findOpenSession, insertSession, lockChannel, updateSession } from './store.ts';
import type { SessionRow } from './tables.ts';

type Live = Extract<Snapshot, { state: 'live' }>;

/**
 * Takes in what a platform says of a channel. Deciding, storing and queueing what follows is one transaction under
 * the channel's lock, so a push and a poll that arrive together announce once.
 */
export async function observe(
  ctx: Ctx,
  tx: Db,
  platform: Platform,
  seen: { snapshot: Snapshot; isSigned: boolean },
): Promise<void> {
  const { snapshot } = seen;
  if (snapshot.state === 'unknown') return;
  const channel = await lockChannel(tx, platform, snapshot.channelId);
  if (!channel) return;
  const now = ctx.clock.now();
  const open = await findOpenSession(tx, platform, channel.id);
  const latest = open ?? (await findLatestSession(tx, platform, channel.id));
  const decision = decide({ ...seen, open, latest, now });
  const tell = (kind: 'live' | 'update' | 'end', row: SessionRow) =>
    announceEvent(
      ctx,
      tx,
      kind === 'end'
        ? { kind, grace: 5, session: asSession(row), channel }
        : { kind, session: asSession(row), channel },
    );

  switch (decision.kind) {
    case 'nothing':
      return;
    case 'open':
      return tell('live', await openSession(tx, channel, snapshot as Live, now));
    case 'replace': {
      const ended = await updateSession(tx, sure(open).id, { endedAt: open?.offlineSince ?? sure(open).lastSeenAt });
      await tell('end', ended);
      return tell('live', await openSession(tx, channel, snapshot as Live, now));
    }
    case 'continue': {
      const row = await updateSession(tx, sure(open).id, whatIsSeen(sure(open), snapshot as Live, now));
      return decision.isNews ? tell('update', row) : undefined;
    }
    case 'reopen': {
      const row = await updateSession(tx, sure(latest).id, {
        ...whatIsSeen(sure(latest), snapshot as Live, now),
        endedAt: null,
      });
      return tell('update', row);
    }
    case 'doubt':
      await updateSession(tx, sure(open).id, {
        offlineSince: decision.since,
        offlineObservations: decision.observations,
      });
      return;
    case 'end':
      return tell('end', await updateSession(tx, sure(open).id, { endedAt: decision.at }));
    default:
      return decision satisfies never;
  }
}

const openSession = (tx: Db, channel: Channel, snapshot: Live, now: Date): Promise<SessionRow> =>
  insertSession(tx, {
    id: randomUUID(),
    platform: channel.platform,
    channelId: channel.id,
    streamId: snapshot.streamId,
    startedAt: snapshot.startedAt,
    detectedAt: now,
    lastSeenAt: now,
    url: snapshot.url,
    details: snapshot.details,
    peakViewers: snapshot.details.viewers,
  });

function whatIsSeen(row: SessionRow, snapshot: Live, now: Date) {
  const { details } = snapshot;
  return {
    streamId: snapshot.streamId ?? row.streamId,
    lastSeenAt: now,
    offlineSince: null,
    offlineObservations: 0,
    // A detail that is missing this time is not a detail that was taken away.
    details: {
      ...details,
      title: details.title ?? row.details.title,
      category: details.category ?? row.details.category,
      categoryImageUrl: details.categoryImageUrl ?? row.details.categoryImageUrl,
      thumbnailUrl: details.thumbnailUrl ?? row.details.thumbnailUrl,
    },
    peakViewers: Math.max(row.peakViewers ?? 0, details.viewers ?? 0) || row.peakViewers,
  };
}

/** `decide` only names a session that it was given. */
function sure(row: SessionRow | null): SessionRow {
  if (!row) throw new Error('A decision about a session that does not exist.');
  return row;
}
