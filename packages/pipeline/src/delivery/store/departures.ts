import { type Db, listsOf } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import type { MessagePayload } from '@tally/message/discord';
import type { Identity } from '../sending/compose.ts';
import { nonceOf } from '../sending/nonce.ts';
import type { Delivery } from '../tables.ts';

/** A message that is about to be sent. */
export interface Departure {
  readonly delivery: Delivery;
  readonly payload: MessagePayload;
  readonly identity: Identity | null;
  readonly publish: boolean;
  readonly thread: string | null;
  /** The lane of a new message. An edit uses the lane of the original message. */
  readonly lane: 'bot' | 'webhook';
  /** True for a new message. Until its reply arrives, we do not know whether it was posted. */
  readonly isNew: boolean;
}

/**
 * Stores what is about to be sent, in one statement for the whole batch. If a reply is lost, we search for this text,
 * so a sighting of an earlier attempt no longer counts. Returns the rows that are still ours.
 */
export async function rememberDepartures(db: Db, departures: readonly Departure[], now: Date): Promise<Set<string>> {
  if (departures.length === 0) return new Set();
  const words = together(departures.map(({ payload }) => payload));
  const { from, valueOf } = listsOf(departures, [
    ['id', 'uuid', ({ delivery }) => delivery.id],
    ['fence', 'bigint', ({ delivery }) => delivery.fence],
    ['is_new', 'boolean', ({ isNew }) => isNew],
    ['version', 'integer', ({ delivery }) => delivery.version],
    ['nonce', 'text', ({ delivery }) => nonceOf(delivery.dedupeKey)],
    ['place', 'integer', (_departure, place) => words.places[place]],
    ['identity', 'jsonb', ({ identity }) => identity],
    ['publish', 'boolean', ({ publish }) => publish],
    ['thread', 'text', ({ thread }) => thread],
    ['lane', 'text', ({ lane }) => lane],
  ]);
  const isNew = valueOf('is_new');
  const at = sql`${now.toISOString()}::timestamptz`;
  const isFirst = sql`${isNew} and d.in_doubt_since is null`;
  const { rows: kept } = await db.execute<{ id: string }>(sql`
    update deliveries d
       set nonce = ${valueOf('nonce')}, sent = ${words.all}::jsonb -> ${valueOf('place')},
           identity = ${valueOf('identity')}, publish = ${valueOf('publish')}, thread = ${valueOf('thread')},
           attempt_version = ${valueOf('version')}, lane = case when ${isNew} then ${valueOf('lane')} else d.lane end,
           in_doubt_since = case when ${isFirst} then ${at} else d.in_doubt_since end,
           sighted_id = case when ${isFirst} then null else d.sighted_id end,
           sighted_gone = d.sighted_gone and not (${isFirst}),
           seen_at = case when ${isFirst} then null else d.seen_at end
      from ${from}
     where d.id = n.id and d.fence = ${valueOf('fence')}
    returning d.id`);
  return new Set(kept.map((row) => row.id));
}

/** Most messages of a batch have the same payload, so each distinct payload is sent and stored once. */
function together(payloads: readonly MessagePayload[]): { readonly all: string; readonly places: readonly number[] } {
  const texts = new Map<string, number>();
  const known = new Map<MessagePayload, number>();
  const placeOf = (payload: MessagePayload): number => {
    const text = JSON.stringify(payload);
    const place = texts.get(text) ?? texts.size;
    texts.set(text, place);
    known.set(payload, place);
    return place;
  };
  const places = payloads.map((payload) => known.get(payload) ?? placeOf(payload));
  return { all: `[${[...texts.keys()].join()}]`, places };
}
