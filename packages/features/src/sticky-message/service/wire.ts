import type { RestReason, StickyBody, StickyMessage } from '@tally/contract';
import { wholeMessage } from '../../message-editor/index.ts';
import type { StickyRow } from '../tables.ts';

export type StickySettings = Pick<
  StickyRow,
  'channelId' | 'enabled' | 'body' | 'mode' | 'everyMessages' | 'minutes' | 'delaySeconds'
>;

// Stored values were validated when they were saved, so they have the entity's shape.
export const asSticky = (row: StickySettings & Pick<StickyRow, 'messageId'>, pausedBy: RestReason | null) =>
  ({
    channelId: row.channelId,
    messageId: row.messageId,
    ...wholeMessage(row.body),
    // Enabled is the default, which the audit log leaves out.
    enabled: row.enabled ? null : false,
    mode: row.mode,
    everyMessages: row.everyMessages,
    minutes: row.minutes,
    delaySeconds: row.delaySeconds,
    pausedBy,
  }) as StickyMessage;

/** A message is saved as a whole. If all of its parts are absent it stays unchanged, like any other absent field. */
export function wholeSticky(body: StickyBody, former?: StickySettings): StickySettings {
  const { channelId, enabled, mode, everyMessages, minutes, delaySeconds, content, embed, buttons, webhook } = body;
  const keep = <T>(sent: T | null | undefined, before: T | null | undefined): T | null =>
    sent === undefined ? (before ?? null) : sent;
  const text = { content: content ?? null, embed: embed ?? null, buttons: buttons ?? [], webhook: webhook ?? null };
  const isSent = [content, embed, buttons, webhook].some((part) => part !== undefined);
  return {
    channelId,
    enabled: keep(enabled, former?.enabled) ?? true,
    body: former && !isSent ? former.body : text,
    mode: keep(mode, former?.mode) ?? 'everyMessage',
    everyMessages: keep(everyMessages, former?.everyMessages),
    minutes: keep(minutes, former?.minutes),
    delaySeconds: keep(delaySeconds, former?.delaySeconds),
  };
}
