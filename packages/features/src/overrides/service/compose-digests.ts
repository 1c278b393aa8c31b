import { defaultLocale, platformNames } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import type { Composition, Delivered, Delivery } from '@tally/pipeline/delivery';
import { listStreams } from '@tally/pipeline/detection';
import { reportUnposted } from '../../places/index.ts';
import { listSummaries } from '../../servers/index.ts';
import { type Missed, renderDigest } from '../render.ts';
import { listInDigests, markSent } from '../store/held.ts';
import type { HeldRow } from '../tables.ts';

/** Composes digests right before they are sent, so each shows which streams are live at that time. */
export async function composeDigests(ctx: Ctx, deliveries: readonly Delivery[]): Promise<Composition[]> {
  const serverIds = [...new Set(deliveries.map(({ serverId }) => serverId))];
  const held = await listInDigests(
    ctx.db,
    serverIds,
    deliveries.map(({ dedupeKey }) => dedupeKey),
  );
  const [live, looks] = await Promise.all([listLive(ctx.db, held), listSummaries(ctx, serverIds)]);
  const rowsOf = Map.groupBy(held, (row) => row.digestKey);
  return deliveries.map(({ dedupeKey, serverId }) => {
    const rows = rowsOf.get(dedupeKey) ?? [];
    // The events moved to another channel's digest, or they are too old.
    if (rows.length === 0) return { kind: 'skip', reason: 'tooLate' };
    const missed = rows.map((row) => asMissed(row, isLive(row, rows, live)));
    const locale = looks.get(serverId)?.locale ?? defaultLocale;
    return { kind: 'send', payload: renderDigest(locale, missed, { now: ctx.clock.now(), isOfMany: isOfMany(rows) }) };
  });
}

/** Marks the events of a posted digest as sent. If a digest failed, its events stay and the server's owner sees why. */
export async function settleDigests(ctx: Ctx, deliveries: readonly Delivered[]): Promise<void> {
  for (const delivery of deliveries) {
    const { serverId, dedupeKey: digestKey, messageId, sentAt, state } = delivery;
    if (messageId !== null) {
      await markSent(ctx.db, { serverId, digestKey, at: sentAt ?? ctx.clock.now() });
    } else if (state === 'failed' || state === 'unconfirmed') {
      const rows = await listInDigests(ctx.db, [serverId], [digestKey]);
      const what = { say: isOfMany(rows) ? 'overrides.theMany' : 'overrides.theDigest' } as const;
      await reportUnposted(ctx, delivery, { what, path: '/notifications' });
    }
  }
}

/** Returns true if none of the events came during quiet hours. */
const isOfMany = (rows: readonly HeldRow[]): boolean =>
  rows.length > 0 && rows.every(({ cause }) => cause === 'together');

/** Returns the streams among the held events that are still live, each with the sessions that continued it. */
async function listLive(db: Db, held: readonly HeldRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const streams = await listStreams(db, [...new Set(held.flatMap(({ sessionId }) => sessionId ?? []))]);
  return new Map(
    streams.flatMap(({ session, strand }) => {
      const last = strand.at(-1);
      const isOn = last?.endedAt === null && last.graceTold === null;
      return isOn ? [[session.id, strand.slice(1).map(({ id }) => id)]] : [];
    }),
  );
}

/** The stream has ended for a server that counts its later part as a separate stream. */
function isLive(row: HeldRow, rows: readonly HeldRow[], live: ReadonlyMap<string, readonly string[]>): boolean | null {
  if (row.sessionId === null) return null;
  const later = live.get(row.sessionId);
  return later !== undefined && !rows.some(({ sessionId }) => sessionId !== null && later.includes(sessionId));
}

const asMissed = (row: HeldRow, isLive: boolean | null): Missed => ({
  name: row.name,
  platform: platformNames[row.platform],
  title: row.title,
  url: row.url,
  at: row.happenedAt,
  isLive,
});
