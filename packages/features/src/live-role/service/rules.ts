import { type AutoLiveRole, hasFlag, type ServerId, type StatusRole, type UserId } from '@tally/contract';
import { knownSet } from '@tally/infra/cache';
import type { Db } from '@tally/infra/db';
import { type Ctx, minutes } from '@tally/kernel';
import { listClaims } from '@tally/pipeline/roles';
import { planOf } from '../../servers/index.ts';
import { fromPresence, normalise, type PresenceClaim, type Rules } from '../match.ts';
import { forgetRules, listAutoLive, listConcerned, listStatus } from '../store/rules.ts';
import type { AutoLiveRow, StatusRow } from '../tables.ts';

export const asAutoLive = ({ roleId, filter }: AutoLiveRow): AutoLiveRole => ({ roleId, filter });
export const asStatus = ({ roleId, texts, keepOnOffline, filter }: StatusRow): StatusRole => ({
  roleId,
  texts,
  keepOnOffline,
  filter,
});

/** Loads the active rules. If the plan allows fewer, the newest ones are paused. */
export async function loadRules(ctx: Ctx, serverId: ServerId, db: Db = ctx.db): Promise<Rules> {
  const [autoLive, status, { bitfield, limits }] = [
    await listAutoLive(db, serverId),
    await listStatus(db, serverId),
    await planOf(ctx, serverId),
  ];
  const mostLive = hasFlag(bitfield, 'AutoStatusLiveRoles') ? limits.maxAutoLiveRoles : 0;
  const mostStatus = hasFlag(bitfield, 'StatusRoles') ? limits.maxStatusRoles : 0;
  return {
    autoLive: autoLive.slice(0, mostLive).map(asAutoLive),
    status: status.slice(0, mostStatus).map(({ roleId, texts, keepOnOffline, filter }) => ({
      roleId,
      texts: texts.map(normalise).filter((text) => text !== ''),
      isKeptOffline: keepOnOffline ?? false,
      filter,
    })),
  };
}

/** With this cached state, most presences can be ignored without a query. */
export interface KnownServer {
  readonly rules: Rules;
  /** The claims from presences, for members who have any. */
  readonly shown: Map<UserId, readonly PresenceClaim[]>;
}

const BELIEVED_MS = minutes(5);
const key = (word: string): string => `live-role/${word}`;

/** Lists servers with such a role. Most servers have none, so we ignore their presences. */
export const { list: concernedServers, peek: peekConcerned } = knownSet<ServerId>(key('servers'), BELIEVED_MS, (ctx) =>
  listConcerned(ctx.db),
);

/**
 * Caches a server's state. The process that receives the server's presences keeps it current, and reloads it after
 * another process changes it or when a shard moves.
 */
export const knownServer = async (ctx: Ctx, serverId: ServerId): Promise<KnownServer> =>
  await ctx.cache.get(key(`${serverId}/scene`), BELIEVED_MS, async () => {
    const claims = await listClaims(ctx.db, { kinds: fromPresence, serverId });
    const byUser = Map.groupBy(claims, (claim) => claim.userId);
    const shown = new Map(
      [...byUser].map(([userId, list]) => [
        userId,
        list.map(({ roleId, kind, about }) => ({ roleId, kind: kind as PresenceClaim['kind'], about })),
      ]),
    );
    return { rules: await loadRules(ctx, serverId), shown };
  });

export async function forgetKnown(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.cache.forget(key('servers'), key(`${serverId}/scene`));
}

export async function forgetServer(ctx: Ctx, serverId: ServerId): Promise<void> {
  await ctx.db.transaction(async (tx) => await forgetRules(tx, serverId));
  await forgetKnown(ctx, serverId);
}

/** If too many presences arrive, some are dropped, so we request all of them again, at most this often. */
const ASKED_AGAIN_MS = minutes(60);

export const onceAnHour = async (ctx: Ctx, serverId: ServerId, work: () => Promise<void>): Promise<void> => {
  await ctx.cache.get(key(`${serverId}/asked`), ASKED_AGAIN_MS, async () => {
    await work();
    return true;
  });
};
