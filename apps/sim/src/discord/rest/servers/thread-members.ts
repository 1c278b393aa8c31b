import { Intent } from '../../gateway/intents.ts';
import { ApiError } from '../../rules/errors.ts';
import { isThread } from '../../state/state.ts';
import type { Channel, Guild } from '../../state/types.ts';
import { channelWire, memberWire } from '../../state/wire.ts';
import { enterPlace, findMember, need, type Place, readId, readLimit } from '../find.ts';
import { mustBeOpen } from '../messages/archive.ts';
import { type BotCall, botRoute, nothing, ok, type Route, roomy } from '../route.ts';

const MEMBERS = '/channels/:channel/thread-members';
const ARCHIVED = '/channels/:channel/threads/archived';
const PRIVATE = 12;
const limit = roomy('thread-member');
const archive = roomy('thread-archive');

/** Thread members and archived threads: https://docs.discord.com/developers/resources/channel#list-thread-members */
export const threadMemberRoutes: readonly Route[] = [
  botRoute(`GET ${MEMBERS}`, { limit, major: 'channel' }, (call) => {
    const { channel, guild } = enterThread(call);
    // Like the members of a server, the list needs the intent.
    if ((call.application.privilegedIntents & Intent.GUILD_MEMBERS) === 0) throw new ApiError(50001);
    return ok([...channel.threadMembers].map((id) => threadMemberWire(call, { guild, channel, id })));
  }),
  botRoute(`GET ${MEMBERS}/:user`, { limit, major: 'channel' }, (call) => {
    const { channel, guild } = enterThread(call);
    const id = call.params.user === '@me' ? call.user.id : (call.params.user ?? '');
    if (!channel.threadMembers.has(id)) throw new ApiError(10007);
    return ok(threadMemberWire(call, { guild, channel, id }));
  }),
  botRoute(`PUT ${MEMBERS}/@me`, { limit, major: 'channel' }, (call) => join(call, enterThread(call), call.user.id)),
  botRoute(`PUT ${MEMBERS}/:user`, { limit, major: 'channel' }, (call) => {
    const place = enterThread(call);
    need(place.permissions, 'SEND_MESSAGES_IN_THREADS');
    return join(call, place, findMember(place.guild, call.params.user).user.id);
  }),
  botRoute(`DELETE ${MEMBERS}/@me`, { limit, major: 'channel' }, (call) =>
    leave(call, enterThread(call), call.user.id),
  ),
  botRoute(`DELETE ${MEMBERS}/:user`, { limit, major: 'channel' }, (call) => {
    const place = enterThread(call);
    const mayAsMaker = place.channel.type === PRIVATE && place.channel.owner_id === call.user.id;
    if (!mayAsMaker) need(place.permissions, 'MANAGE_THREADS');
    return leave(call, place, call.params.user ?? '');
  }),
  botRoute(`GET ${ARCHIVED}/public`, { limit: archive, major: 'channel' }, (call) =>
    listArchived(call, enterPlace(call, 'READ_MESSAGE_HISTORY'), ({ type }) => type !== PRIVATE),
  ),
  botRoute(`GET ${ARCHIVED}/private`, { limit: archive, major: 'channel' }, (call) =>
    listArchived(call, enterPlace(call, 'READ_MESSAGE_HISTORY', 'MANAGE_THREADS'), ({ type }) => type === PRIVATE),
  ),
  botRoute('GET /channels/:channel/users/@me/threads/archived/private', { limit: archive, major: 'channel' }, (call) =>
    listJoined(call, enterPlace(call, 'READ_MESSAGE_HISTORY')),
  ),
];

interface ThreadPlace extends Place {
  readonly guild: Guild;
}

function enterThread(call: BotCall): ThreadPlace {
  const place = enterPlace(call);
  if (!isThread(place.channel) || !place.guild) throw new ApiError(50024);
  return { ...place, guild: place.guild };
}

function join(call: BotCall, place: ThreadPlace, id: string) {
  const { channel } = place;
  mustBeOpen(channel);
  if (channel.threadMembers.has(id)) return nothing;
  channel.threadMembers.add(id);
  const member = place.guild.members.get(id);
  const added = { ...threadMemberWire(call, { ...place, id }), member: member && memberWire(member), presence: null };
  dispatchMembers(call, place, { id, change: { added_members: [added] } });
  return nothing;
}

function leave(call: BotCall, place: ThreadPlace, id: string) {
  mustBeOpen(place.channel);
  if (place.channel.threadMembers.delete(id))
    dispatchMembers(call, place, { id, change: { removed_member_ids: [id] } });
  return nothing;
}

/**
 * Without the intent, a bot receives only events about itself.
 * https://docs.discord.com/developers/events/gateway-events#thread-members-update
 */
function dispatchMembers(
  { core }: BotCall,
  { guild, channel }: ThreadPlace,
  about: { id: string; change: object },
): void {
  const type = 'THREAD_MEMBERS_UPDATE';
  const data = { id: channel.id, guild_id: guild.id, member_count: channel.threadMembers.size, ...about.change };
  core.gateway.dispatch({ type, guildId: guild.id, intent: Intent.GUILD_MEMBERS, data, alwaysTo: about.id });
  core.shared.events.publish('discord', type, data);
}

function threadMemberWire({ query }: BotCall, about: { guild: Guild; channel: Channel; id: string }) {
  const { guild, channel, id } = about;
  const member = guild.members.get(id);
  return {
    id: channel.id,
    user_id: id,
    join_timestamp: channel.thread_metadata?.create_timestamp,
    flags: 1,
    ...(member && query.get('with_member') === 'true' ? { member: memberWire(member) } : {}),
  };
}

/** Sorted by archive time, latest first. `before` is a time. */
function listArchived(call: BotCall, place: Place, isWanted: (thread: Channel) => boolean) {
  const before = call.query.get('before');
  const when = (thread: Channel) => Date.parse(thread.thread_metadata?.archive_timestamp ?? '');
  const found = archivedIn(place)
    .filter((thread) => isWanted(thread) && (before === null || when(thread) < Date.parse(before)))
    .sort((one, other) => when(other) - when(one));
  return pageOf(call, place, found);
}

/** Lists private threads that the caller joined, newest first. Here `before` is an id. */
function listJoined(call: BotCall, place: Place) {
  const before = readId(call.query, 'before');
  const found = archivedIn(place)
    .filter(({ type, threadMembers }) => type === PRIVATE && threadMembers.has(call.user.id))
    .filter(({ id }) => before === null || BigInt(id) < BigInt(before))
    .sort((one, other) => (BigInt(one.id) < BigInt(other.id) ? 1 : -1));
  return pageOf(call, place, found);
}

const archivedIn = ({ channel, guild }: Place): Channel[] =>
  [...(guild?.threads.values() ?? [])].filter(
    (thread) => thread.parent_id === channel.id && thread.thread_metadata?.archived,
  );

function pageOf(call: BotCall, { guild }: Place, found: readonly Channel[]) {
  const most = readLimit(call.query, { standard: 50, most: 100 });
  const own = found.filter((thread) => guild && thread.threadMembers.has(call.user.id)).slice(0, most);
  return ok({
    threads: found.slice(0, most).map((thread) => channelWire(call.core.state, thread)),
    members: guild ? own.map((thread) => threadMemberWire(call, { guild, channel: thread, id: call.user.id })) : [],
    has_more: found.length > most,
  });
}
