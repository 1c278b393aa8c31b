import { knownBots, type Locale, pageOfStreamers, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { type Ctx, defineJob, say } from '@tally/kernel';
import { z } from 'zod';
import { localeOfUser, notify } from '../../account/index.ts';
import { listManagers } from '../../servers/index.ts';
import { getServerFacts } from '../../settings/index.ts';
import { type StreamerRow, shownNames } from '../../streamers/index.ts';

const News = z.object({
  serverId: ServerId,
  what: z.enum(['broken', 'repaired', 'started']),
  /** The other bot whose departure started these streamers. */
  botId: UserId.optional(),
  /** The streamers whom the notice names. */
  names: z.array(z.string()).min(1),
  /** The page of the server that the notice links to. */
  path: z.string(),
});
export type News = z.output<typeof News>;

/** Queues the notice in the transaction of the change, so managers get it only if the change is committed. */
export async function notifyManagersSoon(ctx: Ctx, tx: Db, news: News): Promise<void> {
  await ctx.queue.send(notifyManagers, news, { tx });
}

export const notifyManagers = defineJob({
  name: 'notifications/tell-managers',
  data: News,
  async run(ctx, news) {
    const userIds = await listManagers(ctx, news.serverId);
    await ctx.db.transaction(async (tx) => {
      // Each person has a job of their own, so a retry does not notify the others again.
      await ctx.queue.sendMany(
        notifyManager,
        userIds.map((userId) => ({ ...news, userId })),
        { tx },
      );
    });
  },
});

export const notifyManager = defineJob({
  name: 'notifications/tell-manager',
  data: News.extend({ userId: UserId }),
  async run(ctx, { userId, serverId, what, botId, names, path }) {
    const [locale, { name: server }] = await Promise.all([localeOfUser(ctx, userId), getServerFacts(ctx, serverId)]);
    const bot = botId ? (knownBots[botId] ?? say(locale, 'notifications.otherBot')) : '';
    const values = { server, bot, names: listed(locale, names) };
    await notify(ctx, userId, {
      severity: what === 'broken' ? 'warning' : 'info',
      title: say(locale, `notifications.${what}Title`, values),
      message: say(locale, `notifications.${what}Text`, values),
      actionUrl: `/dashboard/server/${serverId}${path}`,
    });
  },
});

/** Notifies managers about the first streamer only, even if one channel stops several. */
export async function notifyAboutBroken(ctx: Ctx, tx: Db, streamer: StreamerRow): Promise<void> {
  const nameOf = await shownNames(tx, [streamer]);
  const names = [nameOf(streamer)];
  const path = pageOfStreamers([streamer]);
  await notifyManagersSoon(ctx, tx, { serverId: streamer.serverId, what: 'broken', names, path });
}

const MOST_NAMES = 5;

function listed(locale: Locale, names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES);
  return new Intl.ListFormat(locale).format(names.length > MOST_NAMES ? [...shown, '…'] : shown);
}
