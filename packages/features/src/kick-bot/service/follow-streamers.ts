import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { listStreamersOf } from '../../notifications/index.ts';
import { deletePlaces, listPlacesOf, savePlaces } from '../store.ts';

/** In the transaction in which streamers of this server changed. */
export async function followStreamers(_ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  const wanted = (await listStreamersOf(tx, serverId)).filter(
    ({ platform, settings }) => platform === 'kick' && settings.clipEnabled === true,
  );
  const ids = new Set(wanted.map(({ id }) => id));
  const before = await listPlacesOf(tx, serverId);
  await deletePlaces(
    tx,
    before.flatMap(({ streamerId }) => (ids.has(streamerId) ? [] : [streamerId])),
  );
  await savePlaces(
    tx,
    wanted.map(({ id: streamerId, channelId: kickChannelId }) => ({ streamerId, serverId, kickChannelId })),
  );
}
