import type * as Store from '../../../packages/pipeline/src/delivery/store/journal.ts';
import { statement } from './database.ts';

export * from '../../../packages/pipeline/src/delivery/store/journal.ts';

export const findDelivery = ((db, dedupeKey) =>
  statement(
    db,
    'findDelivery',
    (view) => view.rows('deliveries').find((row) => row.dedupeKey === dedupeKey) ?? null,
  )) satisfies typeof Store.findDelivery;

export const listDelivered = ((db, ids) =>
  statement(db, 'listDelivered', (view) =>
    view
      .rows('deliveries')
      .filter(({ id }) => ids.includes(id))
      .map((row) => ({
        id: row.id,
        dedupeKey: row.dedupeKey,
        owner: row.owner,
        serverId: row.serverId,
        subject: row.subject,
        sessionId: row.sessionId,
        kind: row.kind,
        channelId: row.channelId,
        state: row.state,
        reason: row.reason,
        reasonValues: row.reasonValues,
        wanted: row.wanted,
        about: row.about,
        messageId: row.messageId,
        giveUpAt: row.giveUpAt,
        sentAt: row.sentAt,
        settledAt: row.settledAt,
      })),
  )) satisfies typeof Store.listDelivered;
