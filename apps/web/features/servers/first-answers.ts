import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerId } from '@tally/contract/wire/ids';
import type { Ask } from '../../lib/start/ask-ahead.ts';
import { discordDataQuery, serversQuery } from '../../shell/server/api.ts';
import { allCounts } from '../../shell/server/followed.ts';
import { journalQuery, liveQuery } from '../notifications/api.ts';

/** Asking for the live ones of very many servers would use up the caller's own rate limit. */
const MOST_LIVE = 3;

/** The servers of the dashboard: those with the bot, the only one of them, and those whose streamers it shows. */
export function serversShown(servers: readonly GuildListItem[]) {
  const withBot = servers.filter((server) => server.isBotIn);
  return {
    withBot,
    onlyServer: withBot.length === 1 ? withBot[0]?.id : undefined,
    watched: withBot.slice(0, MOST_LIVE).map((server) => server.id),
  };
}

/** If the bot is in no server yet, it may be on its way: the browser asks again a moment later. */
export const askServers = (ask: Ask) => ask(serversQuery(), (servers) => servers.some((server) => server.isBotIn));

/** The data that decides a person's progress in a server. */
export const askWay = (ask: Ask, serverId: ServerId) =>
  Promise.all([
    ask(discordDataQuery(serverId, ['channels', 'roles'])),
    ask(journalQuery(serverId)),
    ...allCounts(serverId).map((query) => ask(query)),
  ]);

export const askLive = (ask: Ask, serverIds: readonly ServerId[]) =>
  Promise.all(serverIds.map((serverId) => ask(liveQuery(serverId))));
