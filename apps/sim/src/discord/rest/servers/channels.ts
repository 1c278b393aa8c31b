import { ApiError, formError } from '../../rules/errors.ts';
import { checkBody, isRecord } from '../../rules/schema.ts';
import { makeChannel } from '../../state/make.ts';
import { isThread, type State } from '../../state/state.ts';
import type { Channel, Overwrite, Tag } from '../../state/types.ts';
import { channelWire } from '../../state/wire.ts';
import { chosenTags, removeChannel } from '../../work/channels.ts';
import { dispatchChannel } from '../../work/dispatch.ts';
import { dispatchTyping } from '../../work/typing.ts';
import type { ChannelBody, OverwriteBody } from '../bodies.ts';
import { enterGuild, enterPlace, has, need } from '../find.ts';
import { type BotCall, botRoute, bucket, created, nothing, ok, type Route, roomy } from '../route.ts';
import { HiddenLimit } from '../serve.ts';

const MOST_CHANNELS = 500;
const MOST_IN_CATEGORY = 50;
/** Allows two changes of name or topic in ten minutes: https://github.com/discord/discord-api-docs/issues/2208 */
const RENAMES = { name: 'hidden:channel-rename', limit: 2, windowMs: 600_000 };
const CATEGORY = 4;
const FORUM_TYPES = new Set([15, 16]);

export const channelRoutes: readonly Route[] = [
  botRoute('GET /channels/:channel', { limit: bucket('channel-get', 10, 10), major: 'channel' }, (call) =>
    ok(channelWire(call.core.state, enterPlace(call).channel)),
  ),
  botRoute<ChannelBody>(
    'PATCH /channels/:channel',
    { body: { loose: true }, limit: bucket('channel-edit', 10, 15), major: 'channel' },
    changeChannel,
  ),
  botRoute('DELETE /channels/:channel', { limit: bucket('channel-delete', 5, 10), major: 'channel' }, (call) => {
    const { channel, guild } = enterPlace(call);
    if (guild) enterPlace(call, isThread(channel) ? 'MANAGE_THREADS' : 'MANAGE_CHANNELS');
    removeChannel(call.core, channel);
    return ok(channelWire(call.core.state, channel));
  }),
  botRoute<ChannelBody>(
    'POST /guilds/:guild/channels',
    { body: 'CreateGuildChannelRequest', limit: bucket('guild-channel-create', 5, 5), major: 'guild' },
    createChannel,
  ),
  botRoute<unknown>(
    'PATCH /guilds/:guild/channels',
    { body: { loose: true }, limit: bucket('guild-channel-move', 5, 5), major: 'guild' },
    moveChannels,
  ),
  botRoute<OverwriteBody>(
    'PUT /channels/:channel/permissions/:overwrite',
    { body: { loose: true }, limit: bucket('channel-overwrite', 10, 10), major: 'channel' },
    setOverwrite,
  ),
  botRoute(
    'DELETE /channels/:channel/permissions/:overwrite',
    { limit: bucket('channel-overwrite', 10, 10), major: 'channel' },
    (call) => {
      const { channel } = enterPlace(call, 'MANAGE_ROLES');
      channel.permission_overwrites = channel.permission_overwrites.filter(
        (overwrite) => overwrite.id !== call.params.overwrite,
      );
      dispatchChannel(call.core, channel, 'UPDATE');
      return nothing;
    },
  ),
  botRoute(
    'POST /channels/:channel/typing',
    { body: { loose: true }, limit: roomy('channel-typing'), major: 'channel' },
    (call) => {
      dispatchTyping(call.core, enterPlace(call, 'SEND_MESSAGES').channel, call.user);
      return nothing;
    },
  ),
];

function createChannel(call: BotCall<ChannelBody>) {
  const { core, body } = call;
  const { guild } = enterGuild(call, 'MANAGE_CHANNELS');
  if (guild.channels.size >= MOST_CHANNELS) throw new ApiError(30013);
  checkParent(guild.channels, body.parent_id);
  const type = body.type ?? 0;
  if (type === 5 && !guild.features.includes('NEWS') && !guild.features.includes('COMMUNITY')) {
    throw formError('type', 'BASE_TYPE_CHOICES', 'This server may not have announcement channels.');
  }
  const channel = makeChannel(core.state, guild.id, {
    name: channelName(body.name ?? '', type),
    type,
    topic: body.topic ?? null,
    parent_id: body.parent_id ?? null,
    nsfw: body.nsfw ?? false,
    rate_limit_per_user: body.rate_limit_per_user ?? 0,
    permission_overwrites: readOverwrites(body.permission_overwrites),
    ...(body.position === undefined || body.position === null ? {} : { position: body.position }),
    ...(type === 2 ? { bitrate: body.bitrate ?? 64_000, user_limit: body.user_limit ?? 0 } : {}),
    ...(FORUM_TYPES.has(type) ? { available_tags: readTags(core.state, body.available_tags ?? []) } : {}),
  });
  dispatchChannel(core, channel, 'CREATE');
  return created(channelWire(core.state, channel));
}

/** Names of text channels are lower case with hyphens. Voice channels and categories keep spaces. */
export const channelName = (name: string, type: number): string =>
  [0, 5, 15, 16].includes(type) ? name.trim().toLowerCase().replaceAll(/\s+/g, '-') : name;

function checkParent(channels: ReadonlyMap<string, Channel>, parentId: string | null | undefined): void {
  if (!parentId) return;
  if (channels.get(parentId)?.type !== CATEGORY) {
    throw formError('parent_id', 'CHANNEL_PARENT_INVALID', 'Category does not exist');
  }
  const inside = [...channels.values()].filter((channel) => channel.parent_id === parentId).length;
  if (inside >= MOST_IN_CATEGORY)
    throw formError('parent_id', 'CHANNEL_PARENT_MAX_CHANNELS', 'Maximum number of channels in category reached (50)');
}

function readOverwrites(given: unknown): Overwrite[] {
  if (!Array.isArray(given)) return [];
  return given.filter(isRecord).map((entry) => ({
    id: String(entry.id),
    type: Number(entry.type) === 1 ? 1 : 0,
    allow: bits(entry.allow),
    deny: bits(entry.deny),
  }));
}

const bits = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${BigInt(value)}` : '0';

function changeChannel(call: BotCall<ChannelBody>) {
  const { core, body } = call;
  const { channel, permissions, guild } = enterPlace(call);
  if (!guild) throw new ApiError(50003);
  if (isThread(channel)) return changeThread(call, channel, permissions);
  checkBody('UpdateGuildChannelRequestPartial', body);
  need(permissions, 'MANAGE_CHANNELS');
  const isRename =
    (body.name !== undefined && channelName(body.name, channel.type) !== channel.name) ||
    (body.topic !== undefined && body.topic !== channel.topic);
  if (isRename && core.limits.settings.enabled) {
    const taken = core.limits.take(RENAMES, channel.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs);
  }
  if (body.permission_overwrites) need(permissions, 'MANAGE_ROLES');
  if (body.parent_id !== undefined && body.parent_id !== null && body.parent_id !== channel.parent_id)
    checkParent(guild.channels, body.parent_id);
  if (body.name) channel.name = channelName(body.name, channel.type);
  if (body.topic !== undefined) channel.topic = body.topic;
  if (typeof body.position === 'number') channel.position = body.position;
  if (body.parent_id !== undefined) channel.parent_id = body.parent_id;
  if (typeof body.nsfw === 'boolean') channel.nsfw = body.nsfw;
  if (typeof body.rate_limit_per_user === 'number') channel.rate_limit_per_user = body.rate_limit_per_user;
  if (body.permission_overwrites) channel.permission_overwrites = readOverwrites(body.permission_overwrites);
  if (body.type === 0 || body.type === 5) channel.type = body.type;
  if (body.available_tags && FORUM_TYPES.has(channel.type))
    channel.available_tags = readTags(core.state, body.available_tags);
  if (body.user_limit !== undefined && channel.type === 2) channel.user_limit = body.user_limit ?? 0;
  dispatchChannel(core, channel, 'UPDATE');
  return ok(channelWire(core.state, channel));
}

function changeThread(call: BotCall<ChannelBody>, thread: Channel, permissions: bigint) {
  const { core, body } = call;
  checkBody('UpdateThreadRequestPartial', body);
  const isOwn = thread.owner_id === call.user.id;
  const meta = thread.thread_metadata;
  if (!meta) throw new ApiError(50024);
  const onlyReopens = body.archived === false && !meta.locked;
  if (!isOwn && !onlyReopens && !has(permissions, 'MANAGE_THREADS')) throw new ApiError(50013);
  if (typeof body.locked === 'boolean') need(permissions, 'MANAGE_THREADS');
  if (body.applied_tags)
    thread.applied_tags = chosenTags(core.state.channels.get(thread.parent_id ?? ''), body.applied_tags);
  if (body.name) thread.name = body.name;
  if (typeof body.archived === 'boolean') {
    meta.archived = body.archived;
    meta.archive_timestamp = core.state.clock.now().toISOString();
  }
  if (typeof body.locked === 'boolean') meta.locked = body.locked;
  if (body.auto_archive_duration) meta.auto_archive_duration = body.auto_archive_duration;
  if (typeof body.rate_limit_per_user === 'number') thread.rate_limit_per_user = body.rate_limit_per_user;
  dispatchChannel(core, thread, 'UPDATE');
  return ok(channelWire(core.state, thread));
}

/** Reads the tags of a forum. A new tag gets its id here. */
const readTags = (state: State, given: readonly Partial<Tag>[]): Tag[] =>
  given.map(({ id, name, moderated, emoji_id: emojiId, emoji_name: emojiName }) => ({
    id: id ?? state.ids.next(),
    name: name ?? '',
    moderated: moderated ?? false,
    emoji_id: emojiId ?? null,
    emoji_name: emojiName ?? null,
  }));

function moveChannels(call: BotCall) {
  const { guild } = enterGuild(call, 'MANAGE_CHANNELS');
  for (const entry of Array.isArray(call.body) ? call.body.filter(isRecord) : []) {
    const channel = guild.channels.get(String(entry.id));
    if (!channel) throw new ApiError(10003);
    if (typeof entry.position === 'number') channel.position = entry.position;
    if (entry.parent_id === null || typeof entry.parent_id === 'string') channel.parent_id = entry.parent_id;
    dispatchChannel(call.core, channel, 'UPDATE');
  }
  return nothing;
}

function setOverwrite(call: BotCall<OverwriteBody>) {
  const { channel, permissions } = enterPlace(call, 'MANAGE_ROLES');
  checkBody('ChannelPermissionOverwriteRequest', { ...call.body, id: call.params.overwrite });
  const [overwrite] = readOverwrites([{ ...call.body, id: call.params.overwrite }]);
  if (!overwrite) throw new ApiError(50035);
  // Members can grant only permissions they have.
  if (((BigInt(overwrite.allow) | BigInt(overwrite.deny)) & ~permissions) !== 0n) throw new ApiError(50013);
  channel.permission_overwrites = [
    ...channel.permission_overwrites.filter((other) => other.id !== overwrite.id),
    overwrite,
  ];
  dispatchChannel(call.core, channel, 'UPDATE');
  return nothing;
}
