import { hasBit, type ServerId, userPremiumFlags } from '@tally/contract';
import { AppError, type Ctx, days, requireUser, withWesternFigures } from '@tally/kernel';
import { personChanged } from '../../account/index.ts';
import { planOf, requireManager } from '../../servers/index.ts';
import { deleteEntitlement, listEntitlements, lockServerPremium, saveServerPremium } from '../store/entitlements.ts';
import { catalogue } from './catalogue.ts';
import { carryOver, serverChanged } from './entitle.ts';
import { userPlanFrom } from './entitled.ts';

export const MOVES_EVERY_MS = days(7);

/** Assigns the server premium of the caller's own plan to a server, or removes it. After a week it can move again. */
export async function moveServerPremium(ctx: Ctx, serverId: ServerId | null): Promise<void> {
  const { userId } = requireUser(ctx);
  if (serverId !== null) await requireManager(ctx, serverId);
  const [known, target] = await Promise.all([catalogue(ctx), serverId === null ? null : planOf(ctx, serverId)]);
  await ctx.db.transaction(async (tx) => {
    const former = await lockServerPremium(tx, userId);
    const from = former?.serverId ?? null;
    if (from === serverId) return;
    if (serverId !== null) {
      const plan = userPlanFrom(known, await listEntitlements(tx, 'user', [userId]));
      if (!hasBit(plan.bitfield, userPremiumFlags.HasOneServerPremium.bit)) throw new AppError('noServerPremium');
      if (target?.isPremium) throw new AppError('alreadyPremium');
      refuseTooSoon(ctx, former?.movedAt ?? null);
    }
    // Removing it does not start a new week.
    const movedAt = serverId === null ? (former?.movedAt ?? ctx.clock.now()) : ctx.clock.now();
    if (from !== null) {
      await deleteEntitlement(tx, { holder: 'guild', holderId: from, source: 'user', sourceId: userId });
      await serverChanged(ctx, tx, from);
    }
    await saveServerPremium(tx, userId, { serverId, movedAt });
    await carryOver(ctx, tx, { userId, known });
    await personChanged(ctx, userId);
  });
}

function refuseTooSoon(ctx: Ctx, movedAt: Date | null): void {
  const next = movedAt ? movedAt.getTime() + MOVES_EVERY_MS : 0;
  if (next <= ctx.clock.now().getTime()) return;
  const date = new Intl.DateTimeFormat(withWesternFigures(ctx.locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  throw new AppError('movedRecently', { date: `${date.format(next)} UTC` });
}
