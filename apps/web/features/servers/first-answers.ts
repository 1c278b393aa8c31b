import type { GuildListItem } from '@tally/contract/servers/calls';
import type { ServerFacts } from '@tally/contract/servers/home';
import type { ServerId } from '@tally/contract/wire/ids';
import type { Ask } from '../../lib/start/ask-ahead.ts';
import { discordDataQuery, serversQuery } from '../../shell/server/api.ts';
import { allCounts } from '../../shell/server/followed.ts';
import { journalQuery } from '../notifications/api.ts';

/** Fetches errors for at most this many servers, to stay within the caller's rate limit. */
const MOST_BROKEN = 3;

/** Returns the servers with the bot, or the person's only server. */
export function serversShown(servers: readonly GuildListItem[]) {
  const withBot = servers.filter((server) => server.isBotIn);
  return { withBot, onlyServer: withBot.length === 1 ? withBot[0]?.id : undefined };
}

/** Sorts servers with problems first, then those with live streams, then those with the most posts. */
export const byNeed = <R extends { readonly facts?: ServerFacts | undefined }>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => {
    const [a, b] = [one.facts, other.facts];
    if (!a || !b) return 0;
    return b.errors - a.errors || b.live.length - a.live.length || b.posts - a.posts;
  });

/** Returns the servers with open tasks. */
export const brokenIn = (facts: readonly (ServerFacts & { readonly guildId: ServerId })[]): ServerId[] =>
  facts
    .filter(({ errors, live }) => errors > 0 || live.some(({ stoppedDelivery }) => stoppedDelivery !== null))
    .slice(0, MOST_BROKEN)
    .map(({ guildId }) => guildId);

/** Fetches the servers. If the bot is in none yet, it may be about to join, so the browser fetches them again. */
export const askServers = (ask: Ask) => ask(serversQuery(), (servers) => servers.some((server) => server.isBotIn));

/** Fetches the data for the first steps in a server. */
export const askWay = (ask: Ask, serverId: ServerId) =>
  Promise.all([
    ask(discordDataQuery(serverId, ['channels', 'roles'])),
    ask(journalQuery(serverId)),
    ...allCounts(serverId).map((query) => ask(query)),
  ]);
