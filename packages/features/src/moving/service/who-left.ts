import { pageOfStreamers, ServerId, UserId } from '@tally/contract';
import { type Ctx, declareJob, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { notifyManagersSoon } from '../../journal/index.ts';
import { following, shownNames } from '../../streamers/index.ts';

export const whoLeft = declareJob({
  name: 'moving/who-left',
  data: z.object({ serverId: ServerId, botId: UserId }),
  concurrency: 2,
});

/** Checks the bots that this server's streamers wait for. Without a server, checks them for all servers. */
export async function askWhoLeft(ctx: Ctx, serverId?: ServerId): Promise<void> {
  const waits = await following.listWaits(ctx.db, serverId);
  for (const { serverId: at, botId } of waits)
    await ctx.queue.send(whoLeft, { serverId: at, botId }, { singletonKey: `${at} ${botId}` });
}

/** Starts the streamers that waited for this bot, if it has left. */
export async function startIfLeft(ctx: Ctx, { serverId, botId }: z.output<typeof whoLeft.data>): Promise<void> {
  try {
    if (await following.findBot(ctx, serverId, botId)) return;
  } catch (error) {
    // Our own bot was removed, or Discord does not answer. We check again in a few minutes.
    if (!(error instanceof UpstreamError)) throw error;
    ctx.log.info({ err: error, server: serverId }, 'Discord does not say whether another bot has left.');
    return;
  }
  await following.startWaiting(ctx, serverId, botId, async (tx, started) => {
    const names = started.map(await shownNames(tx, started));
    await notifyManagersSoon(ctx, tx, { serverId, what: 'started', botId, names, path: pageOfStreamers(started) });
  });
}
