import type * as Store from '../../../packages/pipeline/src/delivery/store/sightings.ts';
import { statement } from './database.ts';

export const rememberSighting = (async (db, { messageId, channelId, nonce }, now) => {
  const seen = await statement(db, 'rememberSighting', (view) =>
    view.update(
      (row) =>
        row.seenAt === null &&
        (row.messageId === messageId ||
          (row.channelId === channelId &&
            row.messageId === null &&
            row.nextAttemptAt !== null &&
            nonce !== null &&
            row.nonce === nonce)),
      () => ({ seenAt: now, sightedId: messageId }),
    ),
  );
  return seen.map(({ id }) => id);
}) satisfies typeof Store.rememberSighting;

export const listInDoubt = ((db, channelId) =>
  statement(db, 'listInDoubt', (view) =>
    view
      .rows('deliveries')
      .filter(
        (row) =>
          row.channelId === channelId &&
          row.nextAttemptAt !== null &&
          row.inDoubtSince !== null &&
          row.messageId === null,
      ),
  )) satisfies typeof Store.listInDoubt;

export const sight = (async (db, { id, inDoubtSince }, messageId, now) => {
  await statement(db, 'sight', (view) =>
    view.update(
      (row) =>
        row.id === id &&
        row.sightedId === null &&
        inDoubtSince !== null &&
        row.inDoubtSince?.getTime() === inDoubtSince.getTime(),
      () => ({ seenAt: now, sightedId: messageId }),
    ),
  );
}) satisfies typeof Store.sight;

export const rememberLosses = (async (db, lost) => {
  const channelIds = new Set<string>(lost.map(({ channelId }) => channelId));
  const messageIds = new Set<string>(lost.map(({ messageId }) => messageId));
  await statement(db, 'rememberLosses', (view) =>
    view.update(
      (row) =>
        channelIds.has(row.channelId) &&
        row.nextAttemptAt !== null &&
        row.messageId === null &&
        row.sightedId !== null &&
        messageIds.has(row.sightedId),
      () => ({ sightedGone: true }),
    ),
  );
}) satisfies typeof Store.rememberLosses;

export const listKnown = (async (db, messageIds) => {
  if (messageIds.length === 0) return new Set();
  return await statement(db, 'listKnown', (view) => {
    const known = view.rows('deliveries').flatMap(({ messageId }) => messageId ?? []);
    return new Set(known.filter((id) => messageIds.includes(id)));
  });
}) satisfies typeof Store.listKnown;
