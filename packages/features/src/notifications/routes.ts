import { notifications, StreamerMessageType } from '@tally/contract';
import { AppError, type Ctx, implement, say } from '@tally/kernel';
import { addStreamer } from './service/add-streamer.ts';
import { addressOf, getStreamer } from './service/address.ts';
import { removeOneMessage, saveOneMessage } from './service/change-messages.ts';
import { changeStreamer, removeStreamer } from './service/change-streamer.ts';
import { readJournal } from './service/journal.ts';
import { readList, readOne, readRow } from './service/read.ts';
import { sendTest } from './service/send-test.ts';
import { watchJournal } from './service/watch-journal.ts';

export const routes = implement(notifications, {
  listStreamers: (ctx, { params, query }) =>
    readList(ctx, {
      serverId: params.guildId,
      platform: params.platform,
      isShort: query.short ?? false,
      limit: query.limit,
      cursor: query.cursor,
    }),

  getStreamer: (ctx, { params, query }) => readOne(ctx, addressOf(params, query)),

  async addStreamer(ctx, { params, query, body }) {
    return await readRow(ctx, await addStreamer(ctx, addressOf(params, query), body));
  },

  async updateStreamer(ctx, { params, query, body }) {
    await changeStreamer(ctx, addressOf(params, query), body);
    return say(ctx.locale, 'notifications.saved');
  },

  async removeStreamer(ctx, { params, query }) {
    await removeStreamer(ctx, addressOf(params, query));
    return say(ctx.locale, 'notifications.removed', { name: params.streamer });
  },

  async sendTest(ctx, { params, query }) {
    const channelId = await sendTest(ctx, addressOf(params, query), query.subType ?? 'live');
    return say(ctx.locale, 'notifications.testQueued', { channel: `<#${channelId}>` });
  },

  async saveArrayItem(ctx, { params, query, body }) {
    requireMessages(query.type);
    const type = messageType(query.subTypeOrId);
    await saveOneMessage(ctx, addressOf(params, query), { type, body: withoutType(body) });
    return say(ctx.locale, 'notifications.messageSaved');
  },

  async removeArrayItem(ctx, { params, query }) {
    requireMessages(query.type);
    await removeOneMessage(ctx, addressOf(params, query), messageType(query.subTypeOrId));
    return say(ctx.locale, 'notifications.messageRemoved');
  },

  listJournal: async (ctx, { params, query }) =>
    await readJournal(ctx, {
      serverId: params.guildId,
      subject: await subjectOf(ctx, params.guildId, query),
      ...query,
    }),

  watchJournal: async (ctx, { params, signal }) => ({ events: watchJournal(ctx, params.guildId, signal) }),
});

/** Leaderboard and gifted-sub roles belong to role sync. */
function requireMessages(type: string): void {
  if (type !== 'customMessages') throw new AppError('notBuilt');
}

function messageType(word: string): StreamerMessageType {
  const read = StreamerMessageType.safeParse(word);
  if (!read.success) throw new AppError('invalidFields', {}, ['subTypeOrId']);
  return read.data;
}

function withoutType(body: object) {
  const { type: _, ...rest } = body as { type?: unknown };
  return rest;
}

/** A filter by streamer needs both words: the name alone could be two people. */
async function subjectOf(
  ctx: Ctx,
  guildId: Parameters<typeof addressOf>[0]['guildId'],
  query: { platform?: Parameters<typeof addressOf>[0]['platform']; streamer?: string; rumbleType?: 'user' | 'channel' },
): Promise<string | undefined> {
  if (!query.platform || !query.streamer) return undefined;
  const address = addressOf({ guildId, platform: query.platform, streamer: query.streamer }, query);
  return (await getStreamer(ctx, address)).id;
}
