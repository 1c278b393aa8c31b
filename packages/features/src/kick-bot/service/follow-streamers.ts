import type { ServerId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import type { Ctx } from '@tally/kernel';
import { listStreamersOf } from '../../streamers/index.ts';
import { PLATFORM } from '../match.ts';
import { deletePlaces, listPlacesOf, savePlaces } from '../store.ts';
import { subscribeNow } from './keep-hearing.ts';

/** Updates our copy of the settings in the transaction that changes the server's streamers. */
export async function followStreamers(ctx: Ctx, tx: Db, serverId: ServerId): Promise<void> {
  const wanted = (await listStreamersOf(tx, serverId)).filter(
    ({ platform, settings }) => platform === PLATFORM && settings.clipEnabled === true,
  );
  const ids = new Set(wanted.map(({ id }) => id));
  const before = await listPlacesOf(tx, serverId);
  const known = new Set(before.map(({ streamerId }) => streamerId));
  await deletePlaces(
    tx,
    before.flatMap(({ streamerId }) => (ids.has(streamerId) ? [] : [streamerId])),
  );
  await savePlaces(
    tx,
    wanted.map(({ id: streamerId, channelId: kickChannelId }) => ({ streamerId, serverId, kickChannelId })),
  );
  const channelIds = wanted.flatMap(({ id, channelId }) => (known.has(id) ? [] : [channelId]));
  if (channelIds.length > 0) await ctx.queue.send(subscribeNow, { channelIds }, { tx });
}
