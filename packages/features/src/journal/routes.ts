import { addressFrom, type NamesakeWord, notifications, type Platform, type ServerId } from '@tally/contract';
import { AppError, type Ctx, implement } from '@tally/kernel';
import { listStreamersOf } from '../streamers/index.ts';
import { postNow } from './service/post-now.ts';
import { readJournal } from './service/read.ts';
import { watchJournal } from './service/watch-journal.ts';

export const routes = implement(
  {
    listJournal: notifications.listJournal,
    postNow: notifications.postNow,
    watchJournal: notifications.watchJournal,
  },
  {
    listJournal: async (ctx, { params, query }) =>
      await readJournal(ctx, {
        serverId: params.guildId,
        subjects: await subjectsOf(ctx, params.guildId, query),
        ...query,
      }),

    postNow: (ctx, { params }) => postNow(ctx, params.guildId, params.deliveryId),

    watchJournal: async (ctx, { params, signal }) => ({ events: watchJournal(ctx, params.guildId, signal) }),
  },
);

/** Filters by a name only together with a platform, because creators on several platforms may share a name. */
async function subjectsOf(
  ctx: Ctx,
  serverId: ServerId,
  { platform, streamer, ...query }: { platform?: Platform; streamer?: string } & NamesakeWord,
): Promise<readonly string[] | undefined> {
  if (!platform) return undefined;
  const followed = (await listStreamersOf(ctx.db, serverId)).filter((each) => each.platform === platform);
  if (!streamer) return followed.map((each) => each.id);
  const named = followed.filter((each) => each.name.toLowerCase() === streamer.toLowerCase());
  if (named.length === 0) throw new AppError('streamerNotFound', { name: streamer });
  const address = addressFrom({ platform, name: streamer.toLowerCase() }, query);
  return named.filter((each) => !address.includes('/') || each.channelId === address).map((each) => each.id);
}
