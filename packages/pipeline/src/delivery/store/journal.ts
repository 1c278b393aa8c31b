import type { DeliveryOutcome, ServerId } from '@tally/contract';
import { anyOf, columnsOf, type Db, rowOf, sheetOf } from '@tally/infra/db';
import { and, count, desc, eq, gte, inArray, isNotNull, or, type SQL, sql } from '@tally/infra/sql';
import { type Delivery, deliveries, forgottenDeliveries } from '../tables.ts';

export async function findDelivery(db: Db, dedupeKey: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.dedupeKey, dedupeKey));
  return row ?? null;
}

export async function findInServer(db: Db, serverId: ServerId, id: string): Promise<Delivery | null> {
  const [row] = await db
    .select()
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.serverId, serverId)));
  return row ?? null;
}

/** Returns the keys of an owner's messages that are posted in a channel. */
export async function listKeysIn(
  db: Db,
  { owner, serverId, channelId }: Pick<Delivery, 'owner' | 'serverId' | 'channelId'>,
): Promise<string[]> {
  const rows = await db
    .select({ key: deliveries.dedupeKey })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.serverId, serverId),
        eq(deliveries.owner, owner),
        eq(deliveries.channelId, channelId),
        isNotNull(deliveries.messageId),
      ),
    );
  return rows.map(({ key }) => key);
}

/** The outcome of a message. Owners do not need its text. */
export type Delivered = Pick<Delivery, (typeof told)[number]>;

const told = [
  'id',
  'dedupeKey',
  'owner',
  'serverId',
  'subject',
  'sessionId',
  'kind',
  'channelId',
  'state',
  'reason',
  'reasonValues',
  'wanted',
  'about',
  'messageId',
  'giveUpAt',
  'sentAt',
  'settledAt',
] as const satisfies readonly (keyof Delivery)[];
const toldColumns = sheetOf(deliveries, told).names;

export async function listDelivered(db: Db, ids: readonly string[]): Promise<Delivered[]> {
  const { rows } = await db.execute(sql`
    select ${toldColumns} from deliveries where id = any(${sql.param([...ids])}::uuid[])`);
  return rows.map((row) => rowOf(deliveries, row));
}

/** Records that a message was refused because the bot has left the server. Discord does not report this reason. */
export async function nameRemoval(db: Db, id: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ reason: 'botRemoved' })
    .where(and(eq(deliveries.id, id), eq(deliveries.reason, 'missingPermission')));
}

/** The states of messages that people saw or will see. */
export const counted = ['queued', 'posted', 'edited', 'removed', 'unconfirmed'] as const;

/** Returns the last message of these kinds about each subject, for lists. */
export async function findLastPostedOf(
  db: Db,
  owner: string,
  subjects: readonly string[],
  kinds: readonly string[] = ['live'],
): Promise<Delivery[]> {
  if (subjects.length === 0) return [];
  // Looks up the first matching index entry for each subject, because scanning the whole history would be slow.
  const { rows } = await db.execute(sql`
    select ${columnsOf(deliveries, 'd')} from unnest(${sql.param([...subjects])}::text[]) as wanted (subject)
     cross join lateral (select * from deliveries o
                          where o.owner = ${owner} and o.subject = wanted.subject and o.kind = any(${sql.param([...kinds])}::text[])
                            and o.state = any(${sql.param([...counted])}::text[])
                          order by o.queued_at desc limit 1) d`);
  return rows.map((row) => rowOf(deliveries, row));
}

export interface JournalQuery {
  readonly serverId: ServerId;
  readonly limit: number;
  /** Only messages of these features count. All features if missing. */
  readonly owners?: readonly string[] | undefined;
  /** Only messages about these subjects count. All subjects if missing. */
  readonly subjects?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly outcomes?: readonly JournalOutcome[] | undefined;
  readonly before?: { queuedAt: Date; id: string } | undefined;
}

/** The outcome that people see. `late` means that the message was posted long after detection. */
export type JournalOutcome = DeliveryOutcome | 'underway';
export const LATE_AFTER_MS = 30_000;

const stood = inArray(deliveries.state, ['posted', 'removed']);
const isLate = sql`coalesce(${deliveries.sentAt} - ${deliveries.detectedAt} > ${`${LATE_AFTER_MS} milliseconds`}::interval, false)`;

function hasOutcome(outcome: JournalOutcome): SQL | undefined {
  switch (outcome) {
    case 'underway':
      return eq(deliveries.state, 'queued');
    case 'posted':
      return and(stood, sql`not ${isLate}`);
    case 'late':
      return and(stood, isLate);
    case 'edited':
    case 'skipped':
    case 'failed':
    case 'unconfirmed':
      return eq(deliveries.state, outcome);
    default:
      return outcome satisfies never;
  }
}

export async function listJournal(db: Db, query: JournalQuery): Promise<Delivery[]> {
  const { before } = query;
  return db
    .select()
    .from(deliveries)
    .where(
      and(
        eq(deliveries.serverId, query.serverId),
        query.owners ? anyOf(deliveries.owner, query.owners) : undefined,
        query.subjects ? anyOf(deliveries.subject, query.subjects) : undefined,
        query.kinds?.length ? anyOf(deliveries.kind, query.kinds) : undefined,
        query.outcomes?.length ? or(...query.outcomes.map(hasOutcome)) : undefined,
        before
          ? sql`(${deliveries.queuedAt}, ${deliveries.id}) < (${before.queuedAt.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(deliveries.queuedAt), desc(deliveries.id))
    .limit(query.limit);
}

/** Counts all messages ever posted, including those whose rows are deleted. */
export async function countPosted(db: Db, owner: string): Promise<number> {
  const [forgotten] = await db.select().from(forgottenDeliveries).where(eq(forgottenDeliveries.owner, owner));
  const known = await db.$count(deliveries, and(eq(deliveries.owner, owner), sql`${deliveries.sentAt} is not null`));
  return known + (forgotten?.posted ?? 0);
}

/** Returns how many messages of these features and kinds were posted in each server since then. */
export async function countPostedIn(
  db: Db,
  about: {
    readonly serverIds: readonly ServerId[];
    readonly owners: readonly string[];
    readonly kinds: readonly string[];
    readonly since: Date;
  },
): Promise<ReadonlyMap<ServerId, number>> {
  const rows = await db
    .select({ serverId: deliveries.serverId, posts: count() })
    .from(deliveries)
    .where(
      and(
        anyOf(deliveries.serverId, about.serverIds),
        anyOf(deliveries.owner, about.owners),
        anyOf(deliveries.kind, about.kinds),
        gte(deliveries.queuedAt, about.since),
        isNotNull(deliveries.sentAt),
      ),
    )
    .groupBy(deliveries.serverId);
  return new Map(rows.map(({ serverId, posts }) => [serverId, posts]));
}

/** Deletes rows that no owner needs, for messages that come and go many times a day. */
export async function forgetDeliveries(tx: Db, dedupeKeys: readonly string[]): Promise<void> {
  if (dedupeKeys.length > 0) await tx.delete(deliveries).where(anyOf(deliveries.dedupeKey, dedupeKeys));
}

export interface LastLive {
  readonly subject: string;
  readonly queuedAt: Date;
}

/** Returns the newest live message about each subject since this time, ignoring one session. */
export async function listLastLive(
  db: Db,
  about: { owner: string; subjects: readonly string[]; since: Date; exceptSession: string },
): Promise<LastLive[]> {
  if (about.subjects.length === 0) return [];
  const { rows } = await db.execute<{ subject: string; queued_at: string | Date }>(sql`
    select distinct on (subject) subject, queued_at from deliveries
     where owner = ${about.owner} and subject = any(${sql.param([...about.subjects])}::text[]) and kind = 'live'
       and queued_at > ${about.since.toISOString()}::timestamptz and session_id is distinct from ${about.exceptSession}::uuid
       and (state in ('queued', 'posted', 'edited', 'removed', 'unconfirmed') or message_id is not null)
     order by subject, queued_at desc`);
  return rows.map((row) => ({ subject: row.subject, queuedAt: new Date(row.queued_at) }));
}
