import type { Addon } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import type { Catalogue } from '../../premium/index.ts';

/** Accepts only quantities that we sell: whole steps, up to the maximum. */
export function checkExtras(
  ctx: Ctx,
  known: Catalogue,
  extras: Partial<Record<Addon, number>>,
  fieldOf: (addon: Addon) => string,
): void {
  const problems = (Object.entries(extras) as [Addon, number][]).flatMap(([addon, count]) => {
    const row = known.addonOf.get(addon);
    if (!row?.isActive) return [`${fieldOf(addon)}: ${say(ctx.locale, 'billing.addonNotSold')}`];
    if (count > row.most) return [`${fieldOf(addon)}: ${say(ctx.locale, 'billing.addonMost', { most: row.most })}`];
    if (count % row.step !== 0)
      return [`${fieldOf(addon)}: ${say(ctx.locale, 'billing.addonStep', { step: row.step })}`];
    return [];
  });
  if (problems.length > 0) throw new AppError('invalidFields', {}, problems);
}

export const stepsOf = (known: Catalogue, addon: Addon, count: number): number =>
  count / (known.addonOf.get(addon)?.step ?? 1);
