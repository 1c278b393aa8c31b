import { ApiError, formError } from '../rules/errors.ts';
import type { Emoji, Guild } from '../state/types.ts';
import { emojiWire } from '../state/wire.ts';
import { tellEmojis } from '../work/dispatch.ts';
import { readPicture } from '../work/uploads.ts';
import { enterGuild, mustBeMaker } from './find.ts';
import { type BotCall, botRoute, bucket, created, nothing, ok, type Route } from './route.ts';

interface EmojiBody {
  readonly name?: string | null;
  readonly image?: string;
  readonly roles?: string[] | null;
}

/** 256 KiB. https://docs.discord.com/developers/resources/emoji */
const LARGEST = 262_144;
/** Slots of each kind by boost level. */
const SLOTS = [50, 100, 150, 250];
const limit = bucket('guild-emoji', 30, 60);

export const emojiRoutes: readonly Route[] = [
  botRoute('GET /guilds/:guild/emojis', { limit, major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok([...guild.emojis.values()].map((emoji) => emojiWire(call.core.state, emoji)));
  }),
  botRoute('GET /guilds/:guild/emojis/:emoji', { limit, major: 'guild' }, (call) => {
    const { guild } = enterGuild(call);
    return ok(emojiWire(call.core.state, findEmoji(guild, call.params.emoji)));
  }),
  botRoute<EmojiBody>('POST /guilds/:guild/emojis', { body: { loose: true }, limit, major: 'guild' }, createEmoji),
  botRoute<EmojiBody>(
    'PATCH /guilds/:guild/emojis/:emoji',
    { body: { loose: true }, limit, major: 'guild' },
    (call) => {
      const { guild, emoji } = mayChange(call);
      if (call.body.name) emoji.name = checkName(call.body.name);
      if (call.body.roles) emoji.roles = call.body.roles;
      tellEmojis(call.core, guild);
      return ok(emojiWire(call.core.state, emoji));
    },
  ),
  botRoute('DELETE /guilds/:guild/emojis/:emoji', { limit, major: 'guild' }, (call) => {
    const { guild, emoji } = mayChange(call);
    guild.emojis.delete(emoji.id);
    tellEmojis(call.core, guild);
    return nothing;
  }),
];

function findEmoji(guild: Guild, id: string | undefined): Emoji {
  const emoji = guild.emojis.get(id ?? '');
  if (!emoji) throw new ApiError(10014);
  return emoji;
}

const checkName = (name: unknown): string => {
  if (typeof name !== 'string' || name.length < 2 || name.length > 32)
    throw formError('name', 'BASE_TYPE_BAD_LENGTH', 'Must be between 2 and 32 in length.');
  if (!/^\w+$/.test(name)) throw formError('name', 'STRING_TYPE_REGEX', 'String value did not match validation regex.');
  return name;
};

/** Since 2026-02-23 making one needs CREATE_GUILD_EXPRESSIONS; managing alone is not enough. */
function createEmoji(call: BotCall<EmojiBody>) {
  const { core, body } = call;
  const { guild } = enterGuild(call, 'CREATE_GUILD_EXPRESSIONS');
  const name = checkName(body.name);
  if (typeof body.image !== 'string') throw formError('image', 'BASE_TYPE_REQUIRED', 'This field is required');
  const picture = readPicture('image', body.image);
  if (picture.bytes.length > LARGEST) throw new ApiError(50138);
  const used = [...guild.emojis.values()].filter((emoji) => emoji.animated === picture.isAnimated).length;
  if (used >= (SLOTS[guild.premium_tier] ?? 50)) throw new ApiError(picture.isAnimated ? 30018 : 30008);
  const emoji: Emoji = {
    id: core.state.ids.next(),
    name,
    roles: body.roles ?? [],
    animated: picture.isAnimated,
    managed: false,
    available: true,
    require_colons: true,
    userId: call.user.id,
  };
  guild.emojis.set(emoji.id, emoji);
  core.state.files.set(`emojis/${emoji.id}`, { bytes: picture.bytes, contentType: picture.contentType });
  tellEmojis(core, guild);
  return created(emojiWire(core.state, emoji));
}

function mayChange(call: BotCall): { guild: Guild; emoji: Emoji } {
  const { guild, permissions } = enterGuild(call);
  const emoji = findEmoji(guild, call.params.emoji);
  mustBeMaker(call, permissions, emoji);
  return { guild, emoji };
}
