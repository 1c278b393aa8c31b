import { hasFlag, ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob } from '@tally/kernel';
import { type NewClaim, type RoleOwner, replaceClaims } from '@tally/pipeline/roles';
import { z } from 'zod';
import { listOwners } from '../../connections/index.ts';
import { planOf } from '../../servers/index.ts';
import { listStreamersById } from '../../streamers/index.ts';
import { COUNTED_ON, rolesByPlace } from '../match.ts';
import { PLACES } from '../render.ts';
import { listBoardsOf, listRoleServers, lockPlaces } from '../store/boards.ts';
import { listStandings } from '../store/gifts.ts';

const KIND = 'leaderboards/place';

export const roleOwner: RoleOwner = {
  kinds: { place: { audit: 'leaderboard', what: 'leaderboards.whatRole', path: '/notifications' } },
  // No event reports the start of a week or month, so ranks are also compared regularly.
  revise: claimPlaces,
  listServers: async (ctx) => await listRoleServers(ctx.db),
};

export const rolesJob = defineJob({
  name: 'leaderboards/claim-places',
  data: z.object({ serverId: ServerId }),
  concurrency: 4,
  run: async (ctx, { serverId }) => await claimPlaces(ctx, serverId),
});

export async function rolesSoon(
  ctx: Ctx,
  serverId: ServerId,
  when: { readonly tx?: Db | undefined; readonly startAfter?: Date | undefined } = {},
): Promise<void> {
  await ctx.queue.send(rolesJob, { serverId }, { singletonKey: serverId, ...when });
}

/** Claims the roles for the current ranks. It is safe to repeat. */
export async function claimPlaces(ctx: Ctx, serverId: ServerId): Promise<void> {
  const { bitfield } = await planOf(ctx, serverId);
  await ctx.db.transaction(async (tx) => {
    // Makes concurrent calls wait for each other, so the last one sees the newest state.
    await lockPlaces(tx, serverId);
    const claims = hasFlag(bitfield, 'LeaderBoardSyncRoles') ? await findClaims(ctx, tx, serverId) : [];
    await replaceClaims(ctx, tx, { kinds: [KIND], serverId }, claims);
  });
}

async function findClaims(ctx: Ctx, tx: Db, serverId: ServerId): Promise<NewClaim[]> {
  const boards = (await listBoardsOf(tx, serverId)).filter((board) => board.hasRoles);
  const streamers = await listStreamersById(
    tx,
    boards.map((board) => board.streamerId),
  );
  const active = streamers.filter(({ settings, pauseReason }) => !settings.paused && pauseReason !== 'planLimit');
  const standingsOf = await listStandings(
    tx,
    active.map((streamer) => streamer.channelId),
    { at: ctx.clock.now(), most: PLACES },
  );
  const gifterIds = active.flatMap(({ channelId }) =>
    Object.values(standingsOf(channelId)).flatMap((list) => list.map(({ gifterId }) => gifterId)),
  );
  const owners = await listOwners({ db: tx }, COUNTED_ON, [...new Set(gifterIds)]);
  const wanted = active.flatMap(({ channelId, settings }) =>
    rolesByPlace(
      standingsOf(channelId),
      settings.leaderBoardSyncRoles ?? [],
      (gifterId) => owners.get(gifterId)?.userId,
    ),
  );
  // Several ranks may give the same role, so a person's claim to it is kept once.
  const each = new Map(wanted.map((one) => [`${one.userId} ${one.roleId}`, one]));
  return [...each.values()].map((one) => ({ serverId, ...one, kind: KIND, wish: 'held' }));
}
