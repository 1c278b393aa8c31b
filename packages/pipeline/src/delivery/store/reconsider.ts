import type { ChannelId, DeliveryReason } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, sql } from '@tally/infra/sql';
import type { FanOut, Target } from '../line/intend.ts';
import { type Delivery, type DeliveryFacts, deliveries } from '../tables.ts';
import type { DeliveryState } from '../words.ts';

const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;

/** The message was certainly not posted: it waits or was skipped. A message that was sent to Discord is in doubt. */
const isOpen = sql`message_id is null and wanted = 'present' and in_doubt_since is null`;

export interface OpenDelivery {
  readonly dedupeKey: string;
  readonly channelId: ChannelId;
  readonly about: DeliveryFacts;
  /** Null if the message waits to be sent. */
  readonly skipped: DeliveryReason | null;
}

/** Returns the messages that can still change: waiting ones, and ones skipped for one of these reasons. */
export async function listOpen(
  db: Db,
  dedupeKeys: readonly string[],
  reasons: readonly DeliveryReason[],
): Promise<OpenDelivery[]> {
  if (dedupeKeys.length === 0) return [];
  const { rows } = await db.execute<OpenRow>(sql`
    select dedupe_key, channel_id, about, case when state = 'skipped' then reason end as skipped from deliveries
     where dedupe_key = any(${sql.param([...dedupeKeys])}::text[]) and ${isOpen}
       and (state = 'queued' or (state = 'skipped' and reason = any(${sql.param([...reasons])}::text[])))`);
  return rows.map(({ dedupe_key: dedupeKey, channel_id: channelId, ...rest }) => ({ dedupeKey, channelId, ...rest }));
}

type OpenRow = Record<string, unknown> &
  Omit<OpenDelivery, 'dedupeKey' | 'channelId'> & { dedupe_key: string; channel_id: ChannelId };

/** Returns the messages that stopped for one of these reasons and were certainly not posted. */
export async function listStopped(
  db: Db,
  dedupeKeys: readonly string[],
  reasons: readonly DeliveryReason[],
): Promise<ReadonlyMap<string, string>> {
  if (dedupeKeys.length === 0) return new Map();
  const { rows } = await db.execute<{ dedupe_key: string; id: string }>(sql`
    select dedupe_key, id from deliveries
     where dedupe_key = any(${sql.param([...dedupeKeys])}::text[]) and ${isOpen}
       and state in ('skipped', 'failed') and reason = any(${sql.param([...reasons])}::text[])`);
  return new Map(rows.map((row) => [row.dedupe_key, row.id]));
}

/** A message that failed and was certainly not posted. */
export interface FailedDelivery
  extends Pick<
    Delivery,
    'id' | 'dedupeKey' | 'serverId' | 'subject' | 'channelId' | 'reason' | 'about' | 'settledAt'
  > {}

export async function listFailed(db: Db, dedupeKeys: readonly string[]): Promise<FailedDelivery[]> {
  if (dedupeKeys.length === 0) return [];
  const { id, dedupeKey, serverId, subject, channelId, reason, about, settledAt } = deliveries;
  return await db
    .select({ id, dedupeKey, serverId, subject, channelId, reason, about, settledAt })
    .from(deliveries)
    .where(and(anyOf(dedupeKey, dedupeKeys), eq(deliveries.state, 'failed'), isOpen));
}

/** Returns the channel, skip reason and message id for each key that has a row. */
export async function listPlaces(
  db: Db,
  dedupeKeys: readonly string[],
): Promise<ReadonlyMap<string, Pick<OpenDelivery, 'channelId' | 'skipped'> & { readonly messageId: string | null }>> {
  if (dedupeKeys.length === 0) return new Map();
  const { rows } = await db.execute<OpenRow & { message_id: string | null }>(sql`
    select dedupe_key, channel_id, message_id, case when state = 'skipped' then reason end as skipped from deliveries
     where dedupe_key = any(${sql.param([...dedupeKeys])}::text[])`);
  return new Map(
    rows.map((row) => [row.dedupe_key, { channelId: row.channel_id, skipped: row.skipped, messageId: row.message_id }]),
  );
}

/**
 * Writes the new decisions, except for rows sent since. Raising the fence takes a row from a sender that is about to
 * send it, and the sender notices before it calls Discord. Returns the keys of the rows that were open.
 */
export async function updateOpen(
  tx: Db,
  fanOut: FanOut,
  targets: readonly (Target & { readonly turn: number })[],
  { now, from }: { readonly now: Date; readonly from: readonly DeliveryState[] },
): Promise<Set<string>> {
  const column = (read: (target: (typeof targets)[number]) => string | number | null) => sql.param(targets.map(read));
  const { rows } = await tx.execute<{ dedupe_key: string }>(sql`
    update deliveries
       set state = case when t.skip is null then 'queued' else 'skipped' end, reason = t.skip,
           reason_values = ${JSON.stringify(fanOut.reasonValues ?? {})}::jsonb,
           about = deliveries.about || t.facts::jsonb, channel_id = t.channel, lane = t.lane, priority = t.priority, turn = t.turn,
           version = version + 1, attempts = 0, is_held = is_held or state = 'skipped', lost = 0, fence = fence + 1, lease_until = null, in_line = t.skip is null,
           next_attempt_at = case when t.skip is null then ${moment(now)} end,
           give_up_at = ${moment(fanOut.giveUpAt)}, matched_at = ${moment(now)}, queued_at = ${moment(now)}
      from unnest(${column((each) => each.dedupeKey)}::text[], ${column((each) => each.channelId)}::text[],
                  ${column((each) => each.skip ?? null)}::text[],
                  ${column((each) => JSON.stringify(each.about ?? {}))}::text[],
                  ${column((each) => each.lane ?? 'bot')}::text[], ${column((each) => each.priority ?? 0)}::int[],
                  ${column((each) => each.turn)}::bigint[])
           as t (key, channel, skip, facts, lane, priority, turn)
     where dedupe_key = t.key and state = any(${sql.param([...from])}::text[]) and ${isOpen}
    returning dedupe_key`);
  return new Set(rows.map((row) => row.dedupe_key));
}
