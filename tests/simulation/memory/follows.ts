import type * as Store from '../../../packages/pipeline/src/delivery/store/follows.ts';
import type { Delivery } from '../../../packages/pipeline/src/delivery/tables.ts';
import { statement } from './database.ts';

const HOUR_MS = 3_600_000;

export const claimFollows = ((db, { now, leaseUntil, limit }) =>
  statement(db, 'claimFollows', (view) => {
    const due = view
      .rows('deliveries')
      .flatMap((row) => (row.afterAt && row.afterAt <= now ? [{ row, at: row.afterAt.getTime() }] : []))
      .toSorted((one, other) => one.at - other.at)
      .filter(({ row }) => view.takeRow('deliveries', row.id))
      .slice(0, limit);
    return due.map(({ row }) => {
      const taken: Delivery = { ...row, afterAt: leaseUntil, afterAttempts: row.afterAttempts + 1 };
      view.put('deliveries', row.id, taken);
      return taken;
    });
  })) satisfies typeof Store.claimFollows;

export const reservePublication = (async (db, { id, channelId, publishedAt }, { now, perHour }) => {
  if (publishedAt) return true;
  return await db.transaction(async (tx) => {
    await statement(tx, 'lockPublications', (view) => view.hold(`publications ${channelId}`));
    return await statement(tx, 'reservePublication', (view) => {
      const since = now.getTime() - HOUR_MS;
      const isUsed = (row: Delivery) => row.channelId === channelId && (row.publishedAt?.getTime() ?? 0) > since;
      const isFree = view.rows('deliveries').filter(isUsed).length < perHour;
      const reserved = view.update(
        (row) => row.id === id && isFree,
        () => ({ publishedAt: now }),
      );
      return reserved.length > 0;
    });
  });
}) satisfies typeof Store.reservePublication;

export const settleFollow = (async (db, { id, afterAttempts }, { isOverLimit, ...change }) => {
  await statement(db, 'settleFollow', (view) =>
    view.update(
      (row) => row.id === id && row.afterAttempts === afterAttempts,
      (row) => ({ ...change, ...(isOverLimit ? { reason: row.reason ?? 'publishLimit' } : {}) }),
    ),
  );
}) satisfies typeof Store.settleFollow;
