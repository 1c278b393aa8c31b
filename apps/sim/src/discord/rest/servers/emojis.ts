import { ApiError, formError } from '../../rules/errors.ts';
import type { Emoji, Guild } from '../../state/types.ts';
import { emojiWire } from '../../state/wire.ts';
import { dispatchEmojis } from '../../work/dispatch.ts';
import { type Picture, readPicture } from '../../work/uploads.ts';
import { enterGuild, mustBeMaker } from '../find.ts';
import { type BotCall, botRoute, bucket, created, nothing, ok, type Reply, type Route } from '../route.ts';
import { HiddenLimit } from '../serve.ts';

interface EmojiBody {
  readonly name?: string | null;
  readonly image?: string;
  readonly roles?: string[] | null;
}

/** The limit is 256 KiB. https://docs.discord.com/developers/resources/emoji */
const LARGEST = 262_144;
/** The slots of each kind by boost level. */
const SLOTS = [50, 100, 150, 250];
/** Emojis for roles that a server sells: https://docs.discord.com/developers/resources/emoji#premium-emoji */
const MOST_PREMIUM = 25;
/** No header shows this limit: https://github.com/discord/discord-api-docs/issues/2250 */
const AN_HOUR = { name: 'hidden:emoji-create', limit: 50, windowMs: 3_600_000 };
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
  botRoute<EmojiBody>(
    'POST /guilds/:guild/emojis',
    { body: { loose: true }, limit: bucket('guild-emoji-create', 100, 1), major: 'guild' },
    createEmoji,
  ),
  botRoute<EmojiBody>(
    'PATCH /guilds/:guild/emojis/:emoji',
    { body: { loose: true }, limit, major: 'guild' },
    (call) => {
      const { guild, emoji } = mayChange(call);
      if (call.body.name) emoji.name = checkName(call.body.name);
      if (call.body.roles) {
        const isPremium = checkRoles(guild, call.body.roles);
        if (isPremium !== emoji.roles.some((id) => isSold(guild, id))) throw new ApiError(50145);
        emoji.roles = call.body.roles;
      }
      dispatchEmojis(call.core, guild);
      return ok(emojiWire(call.core.state, emoji));
    },
  ),
  botRoute('DELETE /guilds/:guild/emojis/:emoji', { limit, major: 'guild' }, (call) => {
    const { guild, emoji } = mayChange(call);
    guild.emojis.delete(emoji.id);
    dispatchEmojis(call.core, guild);
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

/** Returns true for roles that the server sells. Such an emoji is only for them. */
function checkRoles(guild: Guild, ids: readonly string[]): boolean {
  if (ids.some((id) => !guild.roles.has(id))) throw new ApiError(10011);
  const sold = ids.filter((id) => isSold(guild, id));
  if (sold.length > 0 && sold.length < ids.length) throw new ApiError(50144);
  return sold.length > 0;
}

const isSold = (guild: Guild, roleId: string): boolean =>
  guild.roles.get(roleId)?.tags?.subscription_listing_id !== undefined;

/**
 * The documentation has a 400 without a code, but three codes have been seen. The rule is unknown, so each kind of
 * picture gets a different one here.
 */
function refuseSize({ bytes, contentType }: Picture): Reply | null {
  if (bytes.length > 2_097_152) {
    throw formError('image', 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 2048.0 kb.');
  }
  if (bytes.length <= LARGEST) return null;
  if (contentType === 'image/png') throw new ApiError(50138);
  if (contentType === 'image/gif') throw new ApiError(50045);
  return { status: 400, body: { message: 'Failed to resize asset below the maximum size: 262144' } };
}

function checkPlaces(guild: Guild, isAnimated: boolean, isPremium: boolean): void {
  const emojis = [...guild.emojis.values()];
  if (isPremium) {
    const used = emojis.filter(({ roles }) => roles.some((id) => isSold(guild, id))).length;
    if (used >= MOST_PREMIUM) throw new ApiError(30056);
  }
  // An emoji that became unavailable with a boost keeps its slot.
  const used = emojis.filter((emoji) => emoji.animated === isAnimated).length;
  if (used >= (SLOTS[guild.premium_tier] ?? 50)) throw new ApiError(isAnimated ? 30018 : 30008);
}

/** Since 2026-02-23, creating an emoji needs CREATE_GUILD_EXPRESSIONS. Permission to manage them is not enough. */
function createEmoji(call: BotCall<EmojiBody>) {
  const { core, body } = call;
  const { guild } = enterGuild(call, 'CREATE_GUILD_EXPRESSIONS');
  const name = checkName(body.name);
  if (typeof body.image !== 'string') throw formError('image', 'BASE_TYPE_REQUIRED', 'This field is required');
  const picture = readPicture('image', body.image);
  const tooLarge = refuseSize(picture);
  if (tooLarge) return tooLarge;
  if (picture.frames === 0) throw new ApiError(50046);
  const roles = body.roles ?? [];
  const isAnimated = picture.frames > 1;
  checkPlaces(guild, isAnimated, checkRoles(guild, roles));
  if (core.limits.settings.enabled) {
    const taken = core.limits.take(AN_HOUR, guild.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs);
  }
  const emoji: Emoji = {
    id: core.state.ids.next(),
    name,
    roles,
    animated: isAnimated,
    managed: false,
    available: true,
    require_colons: true,
    userId: call.user.id,
  };
  guild.emojis.set(emoji.id, emoji);
  core.state.files.set(`emojis/${emoji.id}`, { bytes: picture.bytes, contentType: picture.contentType });
  dispatchEmojis(core, guild);
  return created(emojiWire(core.state, emoji));
}

function mayChange(call: BotCall): { guild: Guild; emoji: Emoji } {
  const { guild, permissions } = enterGuild(call);
  const emoji = findEmoji(guild, call.params.emoji);
  mustBeMaker(call, permissions, emoji);
  return { guild, emoji };
}
