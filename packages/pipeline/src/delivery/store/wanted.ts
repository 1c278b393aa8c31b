import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { MessagePayload } from '@tally/message/discord';
import { TURN_MS } from '../line/turns.ts';
import type { DeliveryFacts } from '../tables.ts';

export interface Change {
  /** If missing, the message keeps its payload or is composed again. */
  readonly payload?: MessagePayload | undefined;
  /** These facts are merged over each row's own. */
  readonly about?: DeliveryFacts | undefined;
  /** Selects only messages that have these facts. */
  readonly having?: DeliveryFacts | undefined;
  /** Selects only messages that do not have these facts. */
  readonly lacking?: DeliveryFacts | undefined;
  readonly wanted?: 'present' | 'absent' | undefined;
  readonly giveUpAt: Date;
}

/**
 * Changes or deletes messages that are posted or about to be. The changes form their own fan-out, whose messages take
 * turns. Missing, skipped and refused rows are ignored. If only an edit was refused, the message still exists: it may
 * be edited again or removed, unless its channel is gone.
 */
export async function changeWanted(
  tx: Db,
  dedupeKeys: readonly string[],
  { payload, about = {}, having = {}, lacking, wanted, giveUpAt }: Change,
  now: Date,
): Promise<number> {
  if (dedupeKeys.length === 0) return 0;
  const json = (value: object | undefined) => sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
  const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`;
  // A sender with a call in flight sees the new version when its call returns.
  const isLeased = sql`coalesce(lease_until > ${moment(now)}, false)`;
  const { rowCount } = await tx.execute(sql`
    update deliveries d
       set version = version + 1, attempts = 0, payload = coalesce(${json(payload)}, payload),
           -- A waiting row keeps its place; a change of a posted message takes a new one.
           turn = case when in_line then turn else ${now.getTime()}::bigint + ${TURN_MS}::bigint * wish.place end,
           about = about || ${json(about)}, wanted = coalesce(${wanted ?? null}, wanted),
           give_up_at = ${moment(giveUpAt)},
           next_attempt_at = case when ${isLeased} then next_attempt_at else ${moment(now)} end,
           in_line = in_line or not ${isLeased}
      from unnest(${sql.param([...dedupeKeys])}::text[]) with ordinality as wish (key, place)
     where d.dedupe_key = wish.key
       and (state in ('queued', 'posted', 'edited')
            or state = 'failed' and message_id is not null and reason <> 'unknownChannel')
       and about @> ${json(having)} and not coalesce(about @> ${json(lacking)}, false)`);
  return rowCount ?? 0;
}

/** Merges facts into those of messages. They take effect when the messages are next composed. Sends nothing. */
export async function note(
  tx: Db,
  dedupeKeys: readonly string[],
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (dedupeKeys.length === 0) return;
  await tx.execute(sql`
    update deliveries set about = about || ${JSON.stringify(about)}::jsonb
     where dedupe_key = any(${sql.param([...dedupeKeys])}::text[])`);
}
