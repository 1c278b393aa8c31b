import { type ChannelId, flagsOfStarboard, type ServerId, StarboardPatch } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { parseEmoji } from '@tally/message/discord';
import { checkChoices, newPartsOf } from '../../places/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import { thresholdOf } from '../match.ts';
import type { BoardSettings } from '../tables.ts';

export interface Wanted {
  readonly channelId: ChannelId;
  readonly settings: BoardSettings;
}

/**
 * Refuses boards that could never work. Only new features need a flag, so the owner can still edit after a plan lapses.
 */
export async function checkBoard(
  ctx: Ctx,
  serverId: ServerId,
  wanted: Wanted,
  former: Wanted | null,
): Promise<BoardSettings> {
  const { settings } = wanted;
  const before = former ? flagsOfStarboard(former.settings) : [];
  const flags = flagsOfStarboard(settings).filter((flag) => !before.includes(flag));
  await requirePlanFlags(ctx, serverId, ['Starboards', ...flags]);
  const problems = contradictions(ctx, settings);
  if (problems.length > 0) throw new AppError('invalidFields', {}, problems);
  const known = former && fieldsOf(former);
  const value = newPartsOf(fieldsOf(wanted), known);
  await checkChoices(ctx, serverId, { schema: StarboardPatch, value, former: known });
  return await withKnownEmoji(ctx, serverId, settings, former?.settings ?? null);
}

const fieldsOf = ({ channelId, settings }: Wanted) => ({ channelId, ...settings });

function contradictions(ctx: Ctx, settings: BoardSettings): string[] {
  const { removeThreshold, minimumAgeMinutes, maximumAgeMinutes } = settings;
  const least = thresholdOf(settings);
  return [
    ...(typeof removeThreshold === 'number' && removeThreshold > least
      ? [`removeThreshold: ${say(ctx.locale, 'starboard.aboveThreshold', { threshold: least })}`]
      : []),
    ...(typeof minimumAgeMinutes === 'number' &&
    typeof maximumAgeMinutes === 'number' &&
    minimumAgeMinutes >= maximumAgeMinutes
      ? [`maximumAgeMinutes: ${say(ctx.locale, 'starboard.agesCross')}`]
      : []),
  ];
}

/** A server emoji needs its name too; without the name Discord does not show the emoji. */
async function withKnownEmoji(
  ctx: Ctx,
  serverId: ServerId,
  settings: BoardSettings,
  former: BoardSettings | null,
): Promise<BoardSettings> {
  const { emojiId, emojiName } = settings;
  if (emojiId === former?.emojiId && emojiName === former?.emojiName) return settings;
  const refusal = (field: string) =>
    new AppError('invalidFields', {}, [`${field}: ${say(ctx.locale, 'starboard.badEmoji')}`]);
  if (emojiId) {
    const emoji = (await ctx.discord.servers.emojis(serverId)).find((each) => each.id === emojiId);
    if (!emoji?.name) throw refusal('emojiId');
    return { ...settings, emojiName: emoji.name };
  }
  if (!emojiName) return settings;
  const parsed = parseEmoji(emojiName);
  if (!parsed || parsed.id) throw refusal('emojiName');
  return { ...settings, emojiName: emojiName.trim() };
}
