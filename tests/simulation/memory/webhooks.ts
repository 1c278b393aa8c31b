import type * as Store from '../../../packages/pipeline/src/delivery/store/webhooks.ts';
import { statement } from './database.ts';

export * from '../../../packages/pipeline/src/delivery/store/webhooks.ts';

export const listWebhooks = (async (db, channelIds) => {
  if (channelIds.length === 0) return [];
  return await statement(db, 'listWebhooks', (view) =>
    view.rows('webhooks').filter(({ channelId }) => channelIds.includes(channelId)),
  );
}) satisfies typeof Store.listWebhooks;

export const saveWebhook = ((db, row) =>
  statement(db, 'saveWebhook', (view) => view.put('webhooks', row.channelId, row))) satisfies typeof Store.saveWebhook;

export const deleteWebhook = ((db, channelId, webhookId) =>
  statement(db, 'deleteWebhook', (view) => {
    const isThere = view.rows('webhooks').some((row) => row.channelId === channelId && row.webhookId === webhookId);
    if (isThere) view.put('webhooks', channelId, null);
  })) satisfies typeof Store.deleteWebhook;
