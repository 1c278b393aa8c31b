import {
  type AutoLiveRole,
  hasFlag,
  type PremiumFlag,
  premiumFlags,
  type ServerId,
  type StatusRole,
} from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { normalise } from '../match.ts';

/** Refuses a rule that can never take effect. `path` precedes the field names if the body has several rules. */
export function checkRole(ctx: Ctx, role: AutoLiveRole | StatusRole, path = ''): void {
  const problems = 'texts' in role ? badTexts(ctx, role, path) : [];
  if (problems.length > 0) throw new AppError('invalidFields', {}, problems);
}

function badTexts(ctx: Ctx, { texts }: StatusRole, path: string): string[] {
  if (texts.length === 0) return [`${path}texts: ${say(ctx.locale, 'liveRole.noTexts')}`];
  return texts.flatMap((text, place) =>
    normalise(text) === '' ? [`${path}texts.${place}: ${say(ctx.locale, 'liveRole.emptyText')}`] : [],
  );
}

const flags = { autoLiveRoles: 'AutoStatusLiveRoles', statusRoles: 'StatusRoles' } as const satisfies Record<
  string,
  PremiumFlag
>;
const limits = { autoLiveRoles: 'maxAutoLiveRoles', statusRoles: 'maxStatusRoles' } as const;

/** Returns the plan's limit for this list. Throws if the plan does not include it. */
export async function readAllowance(ctx: Ctx, serverId: ServerId, list: keyof typeof flags): Promise<number> {
  const plan = await planOf(ctx, serverId);
  if (!hasFlag(plan.bitfield, flags[list])) {
    const { text, from } = premiumFlags[flags[list]] as { text: string; from: string };
    throw new AppError('premiumRequired', { flag: text, tier: from === 'plus' ? 'Premium Plus' : 'Premium' });
  }
  return plan.limits[limits[list]];
}
