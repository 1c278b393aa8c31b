import type { RoleId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import { type Ctx, minutes } from '@tally/kernel';
import { report } from '../../error-logs/index.ts';
import { type PingField, pingFields, takeOffRole } from '../store/roles.ts';
import type { StreamerRow } from '../tables.ts';
import { tellStreamersChanged } from './streamers-changed.ts';
import { pageOf } from './trouble.ts';

const SAVED_BY_THEN_MS = minutes(1);
const NAMED = 5;
/** https://docs.discord.com/developers/reference#snowflakes */
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const madeAt = (roleId: RoleId): number => Number(BigInt(roleId) >> 22n) + DISCORD_EPOCH_MS;

/**
 * A deleted role pings nobody, and would stand in every message as one that Discord does not know. It is taken off, and
 * the owner told once for all whom it stood with. It never comes back: a role made anew has another id.
 */
export async function takeOffLostRoles(ctx: Ctx, server: ServerState, followed: readonly StreamerRow[]): Promise<void> {
  const lost = followed.flatMap((streamer) => lostIn(ctx, server, streamer));
  for (const [roleId, places] of Map.groupBy(lost, (place) => place.roleId)) {
    await ctx.db.transaction(async (tx) => {
      for (const { streamer, field } of places) {
        await takeOffRole(tx, { streamerId: streamer.id, field, roleId, now: ctx.clock.now() });
      }
      await tellStreamersChanged(ctx, tx, server.id);
      const streamers = places.map((place) => place.streamer);
      const names = [...new Set(streamers.map((streamer) => streamer.name))];
      const what = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ' …' : '');
      const path = streamers[0] ? pageOf(streamers[0]) : '';
      const action = { kind: 'chooseRole', path, targetId: roleId } as const;
      await report(ctx, server.id, { reason: 'unknownRole', details: { what }, action }, tx);
    });
  }
}

interface Place {
  readonly streamer: StreamerRow;
  readonly field: PingField;
  readonly roleId: RoleId;
}

function lostIn(ctx: Ctx, server: ServerState, streamer: StreamerRow): Place[] {
  return pingFields.flatMap((field) => {
    const roleId = streamer.settings[field];
    if (!roleId || server.roles.has(roleId)) return [];
    // One that was made a moment ago may not be saved yet.
    return ctx.clock.now().getTime() - madeAt(roleId) < SAVED_BY_THEN_MS ? [] : [{ streamer, field, roleId }];
  });
}
