import type { SyncPlatform } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { and, eq, inArray, lt, sql } from '@tally/infra/sql';
import { type Fact, type FactKind, facts } from '../tables.ts';

export interface Account {
  readonly platform: SyncPlatform;
  readonly accountId: string;
}
type Somewhere = Account & { readonly channelId: string };

const at = ({ platform, channelId, accountId }: Somewhere) =>
  and(eq(facts.platform, platform), eq(facts.channelId, channelId), eq(facts.accountId, accountId));

export async function listFacts(
  db: Db,
  { platform, accountId }: Account,
  channelIds: readonly string[],
): Promise<Fact[]> {
  if (channelIds.length === 0) return [];
  return await db
    .select()
    .from(facts)
    .where(
      and(eq(facts.platform, platform), eq(facts.accountId, accountId), inArray(facts.channelId, [...channelIds])),
    );
}

export async function listFactsOf(db: Db, { platform, accountId }: Account): Promise<Fact[]> {
  return await db
    .select()
    .from(facts)
    .where(and(eq(facts.platform, platform), eq(facts.accountId, accountId)));
}

const key = [facts.platform, facts.channelId, facts.accountId, facts.kind];
const PER_STATEMENT = 500;

/** Pushes arrive in any order, so the later end and the larger number of months win. */
export async function saveFacts(tx: Db, rows: readonly (typeof facts.$inferInsert)[]): Promise<void> {
  for (let from = 0; from < rows.length; from += PER_STATEMENT) {
    await tx
      .insert(facts)
      .values(rows.slice(from, from + PER_STATEMENT))
      .onConflictDoUpdate({
        target: key,
        set: {
          amount: sql`greatest(${facts.amount}, excluded.amount)`,
          until: sql`greatest(${facts.until}, excluded.until)`,
          seenAt: sql`greatest(${facts.seenAt}, excluded.seen_at)`,
        },
      });
  }
}

export async function addGifted(tx: Db, about: Somewhere & { count: number; at: Date }): Promise<void> {
  const { platform, channelId, accountId, count } = about;
  await tx
    .insert(facts)
    .values({ platform, channelId, accountId, kind: 'gifted', amount: count, seenAt: about.at })
    .onConflictDoUpdate({
      target: key,
      set: {
        amount: sql`least(${facts.amount}::bigint + excluded.amount, 2000000000)::integer`,
        seenAt: sql`greatest(${facts.seenAt}, excluded.seen_at)`,
      },
    });
}

/** Deletes facts that the message no longer shows, if they are older than it. */
export async function dropFacts(tx: Db, about: Somewhere & { kinds: readonly FactKind[]; at: Date }): Promise<void> {
  if (about.kinds.length === 0) return;
  await tx.delete(facts).where(and(at(about), inArray(facts.kind, [...about.kinds]), lt(facts.seenAt, about.at)));
}

export async function deleteFactsOf(tx: Db, { platform, accountId }: Account): Promise<void> {
  await tx.delete(facts).where(and(eq(facts.platform, platform), eq(facts.accountId, accountId)));
}

export async function pruneFacts(db: Db, endedBefore: Date): Promise<void> {
  await db.delete(facts).where(lt(facts.until, endedBefore));
}
