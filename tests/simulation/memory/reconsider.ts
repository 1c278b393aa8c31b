import type * as Store from '../../../packages/pipeline/src/delivery/store/reconsider.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import { statement } from './database.ts';

const isOpen = ({ messageId, wanted, inDoubtSince }: Delivery): boolean =>
  messageId === null && wanted === 'present' && inDoubtSince === null;

const isFor = ({ reason }: Delivery, reasons: readonly string[]): boolean =>
  reason !== null && reasons.includes(reason);

const skipOf = ({ state, reason }: Delivery) => (state === 'skipped' ? reason : null);

export const listOpen = (async (db, dedupeKeys, reasons) => {
  if (dedupeKeys.length === 0) return [];
  return await statement(db, 'listOpen', (view) =>
    view
      .rows('deliveries')
      .filter(
        (row) =>
          dedupeKeys.includes(row.dedupeKey) &&
          isOpen(row) &&
          (row.state === 'queued' || (row.state === 'skipped' && isFor(row, reasons))),
      )
      .map((row) => ({ dedupeKey: row.dedupeKey, channelId: row.channelId, about: row.about, skipped: skipOf(row) })),
  );
}) satisfies typeof Store.listOpen;

export const listStopped = (async (db, dedupeKeys, reasons) => {
  if (dedupeKeys.length === 0) return new Map<string, string>();
  return await statement(db, 'listStopped', (view) => {
    const stopped = view
      .rows('deliveries')
      .filter(
        (row) =>
          dedupeKeys.includes(row.dedupeKey) &&
          isOpen(row) &&
          (row.state === 'skipped' || row.state === 'failed') &&
          isFor(row, reasons),
      );
    return new Map(stopped.map((row) => [row.dedupeKey, row.id]));
  });
}) satisfies typeof Store.listStopped;

export const listFailed = (async (db, dedupeKeys) => {
  if (dedupeKeys.length === 0) return [];
  return await statement(db, 'listFailed', (view) =>
    view
      .rows('deliveries')
      .filter((row) => dedupeKeys.includes(row.dedupeKey) && row.state === 'failed' && isOpen(row))
      .map(({ id, dedupeKey, serverId, subject, channelId, reason, about, settledAt }) => ({
        id,
        dedupeKey,
        serverId,
        subject,
        channelId,
        reason,
        about,
        settledAt,
      })),
  );
}) satisfies typeof Store.listFailed;

export const listPlaces = (async (db, dedupeKeys) => {
  if (dedupeKeys.length === 0) return new Map();
  return await statement(db, 'listPlaces', (view) => {
    const found = view.rows('deliveries').filter((row) => dedupeKeys.includes(row.dedupeKey));
    return new Map(
      found.map((row) => [row.dedupeKey, { channelId: row.channelId, skipped: skipOf(row), messageId: row.messageId }]),
    );
  });
}) satisfies typeof Store.listPlaces;

export const updateOpen = ((tx, fanOut, targets, { now, from }) =>
  statement(tx, 'updateOpen', (view) => {
    const byKey = new Map(targets.map((target) => [target.dedupeKey, target]));
    const changed = view.update(
      (row) => byKey.has(row.dedupeKey) && from.includes(row.state) && isOpen(row),
      (row) => {
        const target = byKey.get(row.dedupeKey) as (typeof targets)[number];
        const skip = target.skip ?? null;
        return {
          state: skip === null ? 'queued' : 'skipped',
          reason: skip,
          reasonValues: { ...fanOut.reasonValues },
          about: { ...row.about, ...target.about },
          channelId: target.channelId,
          lane: target.lane ?? 'bot',
          priority: target.priority ?? 0,
          turn: target.turn,
          version: row.version + 1,
          attempts: 0,
          isHeld: row.isHeld || row.state === 'skipped',
          lost: 0,
          fence: row.fence + 1,
          leaseUntil: null,
          inLine: skip === null,
          nextAttemptAt: skip === null ? now : null,
          giveUpAt: fanOut.giveUpAt,
          matchedAt: now,
          queuedAt: now,
        };
      },
    );
    return new Set(changed.map((row) => row.dedupeKey));
  })) satisfies typeof Store.updateOpen;
