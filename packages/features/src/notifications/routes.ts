import { addressFrom, creators, type NamesakeWord, notifications } from '@tally/contract';
import { AppError, type Ctx, implement, say } from '@tally/kernel';
import { addressOf, listStreamers, type StreamerAddress } from '../streamers/index.ts';
import { listLive } from './service/announce/live.ts';
import { postNow } from './service/announce/post-now.ts';
import { previewOfStreamer } from './service/compose/preview.ts';
import { sendTest } from './service/compose/send-test.ts';
import { addCreator, changeCreator, removeCreator } from './service/joint/change-creator.ts';
import { lookUp } from './service/joint/look-up.ts';
import { readCreators } from './service/joint/read.ts';
import { readJournal } from './service/journal/journal.ts';
import { watchJournal } from './service/journal/watch-journal.ts';

export const routes = implement(
  {
    listLive: notifications.listLive,
    sendTest: notifications.sendTest,
    previewMessage: notifications.previewMessage,
    listJournal: notifications.listJournal,
    postNow: notifications.postNow,
    watchJournal: notifications.watchJournal,
  },
  {
    listLive: (ctx, { params }) => listLive(ctx, params.guildId),

    async sendTest(ctx, { params, query, body }) {
      const { subType: kind = 'live', message } = query;
      return await sendTest(ctx, addressOf(params, query), { kind, message, body });
    },

    previewMessage: async (ctx, { params, query, body }) =>
      await previewOfStreamer(ctx, addressOf(params, query), { type: query.message, body }),

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

export const creatorRoutes = implement(creators, {
  findChannel: async (ctx, { params, query }) => await lookUp(ctx, { ...params, name: addressFrom(params, query) }),
  listCreators: async (ctx, { params }) => await readCreators(ctx, params.guildId),
  addCreator: async (ctx, { params, body }) => await addCreator(ctx, params.guildId, body),
  async updateCreator(ctx, { params, query, body }) {
    await changeCreator(ctx, params.guildId, { id: params.creatorId, version: query.version, body });
    return say(ctx.locale, 'creators.saved');
  },
  async removeCreator(ctx, { params, query }) {
    const { name } = await removeCreator(ctx, params.guildId, { id: params.creatorId, version: query.version });
    return say(ctx.locale, 'creators.removed', { name });
  },
});

/** Without a platform a name may belong to several creators, so it cannot filter on its own. */
async function subjectsOf(
  ctx: Ctx,
  serverId: StreamerAddress['serverId'],
  { platform, streamer, ...query }: Partial<Pick<StreamerAddress, 'platform'>> & { streamer?: string } & NamesakeWord,
): Promise<readonly string[] | undefined> {
  if (!platform) return undefined;
  const followed = await listStreamers(ctx.db, { serverId, platform });
  if (!streamer) return followed.map((each) => each.id);
  const named = followed.filter((each) => each.name.toLowerCase() === streamer.toLowerCase());
  if (named.length === 0) throw new AppError('streamerNotFound', { name: streamer });
  const address = addressFrom({ platform, name: streamer.toLowerCase() }, query);
  return named.filter((each) => !address.includes('/') || each.channelId === address).map((each) => each.id);
}
