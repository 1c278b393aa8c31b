import type { ChannelId, DeliveryReason } from '@tally/contract';
import { DEFAULT_GRACE, type Grace, graces } from '@tally/kernel';
import type { StreamerRow } from './tables.ts';

/** Returns why a streamer is paused. Our own pauses have other reasons, because an owner cannot resume them. */
export function pausedBy({ settings, pauseReason }: Pick<StreamerRow, 'settings' | 'pauseReason'>): PausedBy | null {
  if (settings.paused) return 'paused';
  if (settings.startsAfter) return 'otherBot';
  return pauseReason && reasonsOfPauses[pauseReason];
}

const reasonsOfPauses = {
  planLimit: 'planLimit',
  permissions: 'missingPermission',
  channelGone: 'unknownChannel',
} as const satisfies Record<NonNullable<StreamerRow['pauseReason']>, DeliveryReason>;
type PausedBy = 'paused' | 'otherBot' | (typeof reasonsOfPauses)[keyof typeof reasonsOfPauses];

/** Platforms with videos have two channel settings; the others have one. */
export const channelFor = ({ settings }: Pick<StreamerRow, 'settings'>): ChannelId | null =>
  settings.notificationChannelId ?? settings.liveNotificationChannelId ?? null;

/** The silence after which this server counts a stream as ended. The server chooses it within its plan. */
export function graceOf({ settings }: Pick<StreamerRow, 'settings'>, ceiling: number): Grace {
  const wanted = Math.min(settings.offlineGraceMinutes ?? DEFAULT_GRACE, ceiling);
  return graces.findLast((grace) => grace <= wanted) ?? 0;
}

type Named = Pick<StreamerRow, 'id' | 'name'>;

/**
 * Returns the rows of one server and platform that can take their channel's current name. Two rows that swapped names
 * can. A row whose new name belongs to another row cannot. That other row is in the way, perhaps because its own new
 * name is not known yet.
 */
export function untangle<T extends Named>(
  rows: readonly T[],
  nameNow: (row: T) => string,
): { renamed: readonly { row: T; name: string }[]; inTheWay: readonly T[] } {
  let moving = rows.filter((row) => nameNow(row) !== row.name);
  for (;;) {
    const isMoving = new Set(moving);
    const held = new Map(rows.filter((row) => !isMoving.has(row)).map((row) => [row.name.toLowerCase(), row]));
    const free: T[] = [];
    for (const row of moving) {
      const key = nameNow(row).toLowerCase();
      if (held.has(key)) continue;
      held.set(key, row);
      free.push(row);
    }
    if (free.length < moving.length) {
      moving = free;
      continue;
    }
    const stuck = rows.filter((row) => nameNow(row) !== row.name && !isMoving.has(row));
    const wanted = new Set(stuck.map((row) => nameNow(row).toLowerCase()));
    const inTheWay = rows.filter((row) => nameNow(row) === row.name && wanted.has(row.name.toLowerCase()));
    return { renamed: moving.map((row) => ({ row, name: nameNow(row) })), inTheWay };
  }
}
