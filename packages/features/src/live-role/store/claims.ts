import type { RoleId, ServerId, UserId } from '@tally/contract';
import { anyOf, type Db } from '@tally/infra/db';
import { and, eq, inArray, sql } from '@tally/infra/sql';
import type { PresenceClaim, Source } from '../match.ts';
import { type Claim, claims, holdings } from '../tables.ts';

/** A member of a server. */
export interface Place {
  readonly serverId: ServerId;
  readonly userId: UserId;
}

const fromPresence = ['autoLive', 'status'] as const satisfies Source[];
const ROWS_AT_ONCE = 1000;

/** What members of a server show right now, as far as anything follows from it. */
export async function listPresenceClaims(db: Db, serverId: ServerId): Promise<Claim[]> {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.serverId, serverId), inArray(claims.source, [...fromPresence])));
}

export async function listClaims(db: Db, serverId: ServerId, userIds: readonly UserId[]): Promise<Claim[]> {
  if (userIds.length === 0) return [];
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.serverId, serverId), inArray(claims.userId, [...userIds])));
}

/** Of these people, wherever they have them. */
export async function listClaimsFrom(db: Db, source: Source, userIds: readonly UserId[]): Promise<Claim[]> {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.source, source), anyOf(claims.userId, userIds)));
}

export async function listClaimsOfServer(db: Db, serverId: ServerId): Promise<Claim[]> {
  return db.select().from(claims).where(eq(claims.serverId, serverId));
}

/** What these members show takes the place of what they showed before. */
export async function replacePresenceClaims(
  tx: Db,
  serverId: ServerId,
  shown: ReadonlyMap<UserId, readonly PresenceClaim[]>,
): Promise<void> {
  const userIds = [...shown.keys()];
  for (let at = 0; at < userIds.length; at += ROWS_AT_ONCE) {
    const some = userIds.slice(at, at + ROWS_AT_ONCE);
    await tx
      .delete(claims)
      .where(
        and(eq(claims.serverId, serverId), inArray(claims.userId, some), inArray(claims.source, [...fromPresence])),
      );
    const rows = some.flatMap((userId) => (shown.get(userId) ?? []).map((claim) => ({ serverId, userId, ...claim })));
    await addClaims(tx, rows);
  }
}

export type NewClaim = typeof claims.$inferInsert;

export async function addClaims(tx: Db, rows: readonly NewClaim[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await tx
      .insert(claims)
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [claims.serverId, claims.userId, claims.roleId, claims.source],
        set: { about: sql`excluded.about`, sessionId: sql`excluded.session_id` },
      });
  }
}

/** Ends claims by their source: of one role, of one server, or wherever they are. Answers whose they were. */
export async function dropClaims(
  tx: Db,
  about: { sources: readonly Source[]; serverId?: ServerId; roleId?: RoleId; userId?: UserId },
): Promise<Place[]> {
  if (about.sources.length === 0) return [];
  const { serverId, userId } = claims;
  return tx
    .delete(claims)
    .where(
      and(
        sql`${claims.source} = any(${sql.param([...about.sources])}::text[])`,
        about.serverId ? eq(serverId, about.serverId) : undefined,
        about.roleId ? eq(claims.roleId, about.roleId) : undefined,
        about.userId ? eq(userId, about.userId) : undefined,
      ),
    )
    .returning({ serverId, userId });
}

export async function dropClaim(tx: Db, { serverId, userId, roleId, source }: Claim): Promise<void> {
  await tx
    .delete(claims)
    .where(
      and(
        eq(claims.serverId, serverId),
        eq(claims.userId, userId),
        eq(claims.roleId, roleId),
        eq(claims.source, source),
      ),
    );
}

/** Makes the holdings of these members what follows from their claims. Only differences become work. */
export async function followClaims(tx: Db, places: readonly Place[], now: Date): Promise<void> {
  for (let at = 0; at < places.length; at += ROWS_AT_ONCE) {
    const some = places.slice(at, at + ROWS_AT_ONCE);
    const wanted = sql`(select * from unnest(
      ${sql.param(some.map((each) => each.serverId))}::text[],
      ${sql.param(some.map((each) => each.userId))}::text[]) as wanted(server_id, user_id))`;
    const moment = sql`${now.toISOString()}::timestamptz`;
    await tx.execute(sql`
      insert into live_role_holdings (server_id, user_id, role_id, is_wanted, reason, about, settle_at)
      select distinct on (server_id, user_id, role_id)
             server_id, user_id, role_id, true, source, about, ${moment}
        from live_role_claims where (server_id, user_id) in ${wanted}
       order by server_id, user_id, role_id, source
      on conflict (server_id, user_id, role_id) do update
        set is_wanted = true, reason = excluded.reason, about = excluded.about, settle_at = excluded.settle_at
        where not live_role_holdings.is_wanted`);
    await tx.execute(sql`
      update live_role_holdings set is_wanted = false, settle_at = ${moment}
       where is_wanted and (server_id, user_id) in ${wanted} and not exists (
         select 1 from live_role_claims claim
          where claim.server_id = live_role_holdings.server_id
            and claim.user_id = live_role_holdings.user_id
            and claim.role_id = live_role_holdings.role_id)`);
  }
}

/** Somebody who left, or who asked to be forgotten. */
export async function forgetMember(tx: Db, { serverId, userId }: Place): Promise<void> {
  for (const table of [claims, holdings]) {
    await tx.delete(table).where(and(eq(table.serverId, serverId), eq(table.userId, userId)));
  }
}
