import {
  type GiveawayBody,
  type PremiumFlag,
  type RoleId,
  GiveawayBody as Schema,
  type ServerId,
} from '@tally/contract';
import { permissionSet } from '@tally/discord/permissions';
import { AppError, type Ctx, hours, minutes, say } from '@tally/kernel';
import { parseEmoji } from '@tally/message/discord';
import { duration } from '@tally/message/duration';
import { cleanLine } from '@tally/message/template';
import { checkChoices, requireGivableRole } from '../../../places/index.ts';
import { planOf, requirePlanFlags, type ServerPlan } from '../../../servers/index.ts';
import { isDrop, type Terms } from '../../match/terms.ts';

/** Returns the plan features that the terms need. The dashboard shows a crown next to each of them. */
export function flagsOfTerms(terms: Terms): PremiumFlag[] {
  return [
    'Giveaways',
    ...(countRequirements(terms) > 0 ? (['GiveawayRequirements'] as const) : []),
    ...(terms.roleBonuses.length > 0 ? (['GiveawayBonusEntries'] as const) : []),
    ...(terms.maxEntries ? (['GiveawayEntryLimit'] as const) : []),
    ...(terms.disableDoubleVoteEntry ? (['DisableDoubleVoteEntry'] as const) : []),
  ];
}

export function countRequirements({ requirements, entryFilter }: Terms): number {
  const { roles, accountCreatedBefore, joinedServerBefore, boostingServer, messageCount, linkedPlatform } =
    requirements ?? {};
  const wanted = [
    roles?.length,
    accountCreatedBefore,
    joinedServerBefore,
    boostingServer,
    messageCount,
    linkedPlatform,
  ];
  return [...wanted, entryFilter?.roles.length].filter(Boolean).length;
}

interface Checked {
  readonly body: Partial<GiveawayBody>;
  readonly terms: Terms;
  readonly former: Terms | null;
}

/** Reports every problem with the terms before the giveaway starts. */
export async function checkTerms(ctx: Ctx, serverId: ServerId, { body, terms, former }: Checked): Promise<ServerPlan> {
  await checkChoices(ctx, serverId, { schema: Schema.partial(), value: body, former });
  await requirePlanFlags(ctx, serverId, flagsOfTerms(terms));
  if (terms.winnerRoleId && terms.winnerRoleId !== former?.winnerRoleId) {
    await requireHarmless(ctx, serverId, terms.winnerRoleId);
  }
  if (terms.emojiUnicodeOrId && terms.emojiUnicodeOrId !== former?.emojiUnicodeOrId) {
    await requireOwnEmoji(ctx, serverId, terms.emojiUnicodeOrId);
  }
  const plan = await planOf(ctx, serverId);
  const { giveawayWinners, giveawayRequirements } = plan.ceilings;
  if (terms.winnerCount > giveawayWinners)
    throw new AppError('planLimit', { what: 'giveawayWinners', limit: giveawayWinners });
  if (countRequirements(terms) > giveawayRequirements) {
    throw new AppError('planLimit', { what: 'giveawayRequirements', limit: giveawayRequirements });
  }
  return plan;
}

export const inWords = (ctx: Ctx, count: number): string => duration(hours(count), ctx.locale, 'long');

/** Discord refuses the whole message if the bot cannot use its emoji. */
async function requireOwnEmoji(ctx: Ctx, serverId: ServerId, text: string): Promise<void> {
  const emoji = parseEmoji(text);
  const isUsable =
    emoji !== null && (!emoji.id || (await ctx.discord.servers.emojis(serverId)).some(({ id }) => id === emoji.id));
  if (isUsable) return;
  throw new AppError('invalidFields', {}, [`emojiUnicodeOrId: ${say(ctx.locale, 'giveaways.badEmoji')}`]);
}

/** Removes invisible characters from the prize, and ones that would reverse the rest of a sentence. */
export function cleanPrize(ctx: Ctx, name: string): string {
  const prize = cleanLine(name);
  if (prize === '') throw new AppError('invalidFields', {}, [`name: ${say(ctx.locale, 'giveaways.prizeMissing')}`]);
  return prize;
}

/** Returns the chosen end, or the start plus the duration. Throws if the giveaway is too short or too long. */
export function endOf(ctx: Ctx, plan: ServerPlan, about: { terms: Terms; startsAt: Date; endsAt: Date | null }): Date {
  const { terms, startsAt } = about;
  const endsAt = about.endsAt ?? new Date(startsAt.getTime() + minutes(terms.durationMinutes));
  const shortest = isDrop(terms) ? 10_000 : minutes(1);
  if (endsAt.getTime() - startsAt.getTime() < shortest) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'giveaways.endsTooSoon')]);
  }
  const longest = plan.ceilings.giveawayHours;
  if (endsAt.getTime() - startsAt.getTime() > hours(longest)) {
    throw new AppError('planLimit', { what: 'giveawayLength', length: inWords(ctx, longest) });
  }
  return endsAt;
}

/** Permissions to manage the server, or to act on other members. */
const dangerous = permissionSet(
  'Administrator',
  'ManageGuild',
  'ManageChannels',
  'ManageMessages',
  'ManageNicknames',
  'ManageRoles',
  'ManageWebhooks',
  'ManageGuildExpressions',
  'ManageEvents',
  'ManageThreads',
  'KickMembers',
  'BanMembers',
  'MuteMembers',
  'DeafenMembers',
  'MoveMembers',
  'ModerateMembers',
  'MentionEveryone',
);

/** Any member may win the prize, so its role must not give control over the server. */
async function requireHarmless(ctx: Ctx, serverId: ServerId, id: RoleId): Promise<void> {
  const { permissions } = await requireGivableRole(ctx, serverId, { field: 'winnerRoleId', id });
  if ((permissions & dangerous) !== 0n) throw new AppError('winnerRoleDangerous');
}
