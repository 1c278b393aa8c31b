import { Intent } from '../../gateway/intents.ts';
import { ApiError, formError } from '../../rules/errors.ts';
import type { Guild, Sticker } from '../../state/types.ts';
import { stickerWire } from '../../state/wire.ts';
import { dispatchGuild } from '../../work/dispatch.ts';
import { pictureKind } from '../../work/uploads.ts';
import { enterGuild, has, mustBeMaker } from '../find.ts';
import { type BotCall, botRoute, bucket, created, nothing, ok, type Route } from '../route.ts';

interface StickerBody {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly tags?: unknown;
}

const STICKERS = '/guilds/:guild/stickers';
/** https://docs.discord.com/developers/resources/sticker#create-guild-sticker */
const LARGEST = 512 * 1024;
/** The slots by boost level. */
const SLOTS = [5, 15, 30, 60];
/** Discord's numbers for the formats. Static and animated PNGs look the same here. */
const FORMATS: Readonly<Record<string, number>> = { 'image/png': 1, 'image/gif': 4 };
const limit = bucket('guild-sticker', 20, 60);

export const stickerRoutes: readonly Route[] = [
  botRoute(`GET ${STICKERS}`, { limit, major: 'guild' }, (call) => {
    const { guild, permissions } = enterGuild(call);
    return ok([...guild.stickers.values()].map((sticker) => shown(call, permissions, sticker)));
  }),
  botRoute(`GET ${STICKERS}/:sticker`, { limit, major: 'guild' }, (call) => {
    const { guild, permissions } = enterGuild(call);
    return ok(shown(call, permissions, findSticker(guild, call.params.sticker)));
  }),
  botRoute<StickerBody>(`POST ${STICKERS}`, { body: { loose: true }, limit, major: 'guild' }, createSticker),
  botRoute<StickerBody>(`PATCH ${STICKERS}/:sticker`, { body: { loose: true }, limit, major: 'guild' }, (call) => {
    const { guild, sticker } = mayChange(call);
    Object.assign(sticker, readWords({ ...sticker, ...call.body }));
    dispatchStickers(call, guild);
    return ok(stickerWire(call.core.state, sticker));
  }),
  botRoute(`DELETE ${STICKERS}/:sticker`, { limit, major: 'guild' }, (call) => {
    const { guild, sticker } = mayChange(call);
    guild.stickers.delete(sticker.id);
    dispatchStickers(call, guild);
    return nothing;
  }),
];

/** Only members who can create expressions see the author. */
function shown({ core }: BotCall, permissions: bigint, sticker: Sticker) {
  const { user, ...bare } = stickerWire(core.state, sticker);
  const isMaker = has(permissions, 'CREATE_GUILD_EXPRESSIONS') || has(permissions, 'MANAGE_GUILD_EXPRESSIONS');
  return isMaker ? { ...bare, user } : bare;
}

function findSticker(guild: Guild, id: string | undefined): Sticker {
  const sticker = guild.stickers.get(id ?? '');
  if (!sticker) throw new ApiError(10060);
  return sticker;
}

function mayChange(call: BotCall): { guild: Guild; sticker: Sticker } {
  const { guild, permissions } = enterGuild(call);
  const sticker = findSticker(guild, call.params.sticker);
  mustBeMaker(call, permissions, sticker);
  return { guild, sticker };
}

function readWords({ name, description, tags }: StickerBody) {
  const read = (field: string, value: unknown, least: number, most: number): string => {
    if (typeof value === 'string' && value.length >= least && value.length <= most) return value;
    throw formError(field, 'BASE_TYPE_BAD_LENGTH', `Must be between ${least} and ${most} in length.`);
  };
  const isBare = description === undefined || description === null || description === '';
  return {
    name: read('name', name, 2, 30),
    description: isBare ? null : read('description', description, 2, 100),
    tags: read('tags', tags, 1, 200),
  };
}

function createSticker(call: BotCall<StickerBody>) {
  const { core } = call;
  const { guild } = enterGuild(call, 'CREATE_GUILD_EXPRESSIONS');
  const words = readWords(call.body);
  const [file] = call.uploads;
  if (!file) throw formError('file', 'BASE_TYPE_REQUIRED', 'This field is required');
  if (file.data.length > LARGEST) throw new ApiError(50045);
  const contentType = pictureKind(file.data) ?? '';
  const format = FORMATS[contentType];
  if (format === undefined) throw new ApiError(50046);
  if (guild.stickers.size >= (SLOTS[guild.premium_tier] ?? 5)) throw new ApiError(30039);
  const sticker: Sticker = { ...words, id: core.state.ids.next(), guildId: guild.id, format, userId: call.user.id };
  guild.stickers.set(sticker.id, sticker);
  core.state.files.set(`stickers/${sticker.id}`, { bytes: Buffer.from(file.data), contentType });
  dispatchStickers(call, guild);
  return created(stickerWire(core.state, sticker));
}

function dispatchStickers({ core }: BotCall, guild: Guild): void {
  const stickers = [...guild.stickers.values()].map((sticker) => stickerWire(core.state, sticker));
  dispatchGuild(core, guild, 'GUILD_STICKERS_UPDATE', Intent.GUILD_EXPRESSIONS, { guild_id: guild.id, stickers });
}
