import { ApiError, formError } from '../../rules/errors.ts';
import { channelPermissions } from '../../rules/permissions.ts';
import type { Channel, Message } from '../../state/types.ts';
import { enterGuild, has, readId, readLimit } from '../find.ts';
import { readable } from '../messages/messages.ts';
import { type BotCall, botRoute, bucket, ok, type Reply, type Route } from '../route.ts';

/** A server is indexed when it is first searched. */
const INDEXING_MS = 2_000;
const MOST_OFFSET = 9_975;
const known = new Set([
  'limit',
  'offset',
  'max_id',
  'min_id',
  'channel_id',
  'author_type',
  'author_id',
  'link_hostname',
  'sort_by',
  'sort_order',
]);

/** https://docs.discord.com/developers/resources/message#search-guild-messages */
export const searchRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild/messages/search', { limit: bucket('message-search', 10, 10), major: 'guild' }, search),
];

function search(call: BotCall): Reply {
  const { core, query } = call;
  const { guild, member } = enterGuild(call);
  if ((call.application.privilegedIntents & (1 << 15)) === 0) throw new ApiError(50001);
  for (const name of query.keys())
    if (!known.has(name)) throw formError(name, 'UNSUPPORTED', `The simulator does not search by ${name}.`);
  const limit = readLimit(query, { standard: 25, most: 25 });
  const offset = Number(query.get('offset') ?? 0);
  if (!Number.isInteger(offset) || offset < 0 || offset > MOST_OFFSET)
    throw formError('offset', 'NUMBER_TYPE_MAX', `int value should be between 0 and ${MOST_OFFSET}.`);
  const now = core.state.clock.ms();
  guild.searchableAt ??= now + INDEXING_MS;
  if (guild.searchableAt > now) {
    const retry_after = Math.ceil((guild.searchableAt - now) / 1_000);
    const message = 'Index not yet available. Try again later';
    return { status: 202, body: { message, code: 110_000, documents_indexed: 0, retry_after } };
  }
  const mayRead = (channel: Channel): boolean => {
    const permissions = channelPermissions(core.state, { guild, channel, member });
    return has(permissions, 'VIEW_CHANNEL') && has(permissions, 'READ_MESSAGE_HISTORY');
  };
  const places = query.getAll('channel_id');
  const found = [...guild.channels.values()]
    .filter((channel) => (places.length === 0 || places.includes(channel.id)) && mayRead(channel))
    .flatMap((channel) => [...channel.messages.values()])
    .filter((message) => message.visibleTo === undefined && isWanted(call, message))
    .toSorted((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1));
  return ok({
    doing_deep_historical_index: false,
    total_results: found.length,
    // Each result is in its own list.
    messages: found.slice(offset, offset + limit).map((message) => [{ ...readable(call, message), hit: true }]),
  });
}

function isWanted({ core, query }: BotCall, message: Message): boolean {
  const [before, after] = ['max_id', 'min_id'].map((name) => readId(query, name));
  if (before && BigInt(message.id) >= BigInt(before)) return false;
  if (after && BigInt(message.id) <= BigInt(after)) return false;
  const authors = query.getAll('author_id');
  if (authors.length > 0 && !authors.includes(message.authorId)) return false;
  const isBot = core.state.users.get(message.authorId)?.bot === true;
  const type = message.webhook ? 'webhook' : isBot ? 'bot' : 'user';
  const types = query.getAll('author_type');
  if (types.length > 0 && !types.includes(type)) return false;
  const hosts = query.getAll('link_hostname');
  if (hosts.length === 0) return true;
  const words = JSON.stringify([message.content, message.embeds]);
  return hosts.some((host) => words.includes(`//${host}/`) || words.includes(`//www.${host}/`));
}
