import type { RoleId, ServerId, UserId } from '@tally/contract';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { report, solveOnPage } from '../../../error-logs/index.ts';
import { askServerState } from '../../../places/index.ts';
import { readTerms, storeTerms, type Terms } from '../../match/terms.ts';
import { changeGiveaway, findGiveaway, listOpen, lockGiveaway } from '../../store/giveaways.ts';
import type { GiveawayRow } from '../../tables.ts';
import { refreshMessage } from '../life/life.ts';
import { note } from '../note.ts';

const OPEN: ReadonlySet<GiveawayRow['state']> = new Set(['scheduled', 'running', 'paused']);

const pathOf = (id: string): string => `/giveaways/${id}`;
const needsOf = (row: GiveawayRow): readonly RoleId[] => readTerms(row).requirements?.roles ?? [];

/**
 * If all required roles of a giveaway are deleted, no new person can enter. We do not drop the requirement ourselves,
 * because earlier entrants met it. We notify the managers, who can drop it with one click.
 */
export async function reportLostNeed(
  ctx: Ctx,
  { serverId, roleId }: { readonly serverId: ServerId; readonly roleId: RoleId },
): Promise<void> {
  const named = (await listOpen(ctx.db, serverId)).filter((row) => needsOf(row).includes(roleId));
  if (named.length === 0) return;
  const { roles } = await askServerState(ctx, serverId);
  for (const row of named) {
    if (needsOf(row).some((id) => roles.has(id))) continue;
    await report(ctx, serverId, {
      reason: 'unknownRole',
      details: { what: { say: 'giveaways.need', values: { name: readTerms(row).name } } },
      action: { kind: 'chooseRole', path: pathOf(row.id), targetId: roleId },
    });
  }
}

/** Removes deleted roles and keeps the rest of the requirement. */
export async function dropLostNeed(
  ctx: Ctx,
  id: string,
  { byId, reply }: { readonly byId: UserId; readonly reply?: string },
): Promise<void> {
  const known = await findGiveaway(ctx.db, id);
  if (!known) throw new AppError('giveawayNotFound');
  const { roles } = await askServerState(ctx, known.serverId);
  await ctx.db.transaction(async (tx) => {
    const row = await lockGiveaway(tx, id);
    if (!row || !OPEN.has(row.state)) throw new AppError('giveawayEnded');
    const was = needsOf(row);
    const left = was.filter((roleId) => roles.has(roleId));
    if (left.length === was.length) throw new AppError('conflict');
    const change = { settings: storeTerms(withRoles(readTerms(row), left)) };
    await changeGiveaway(tx, id, change);
    await note(ctx, tx, row, [{ event: 'edited', byId, details: { requirements: `${was.length} → ${left.length}` } }]);
    await refreshMessage(ctx, tx, { ...row, ...change });
    await solveOnPage(ctx, tx, row.serverId, pathOf(id));
    await keepReply(ctx, tx, reply);
  });
}

const withRoles = (terms: Terms, roles: readonly RoleId[]): Terms =>
  terms.requirements ? { ...terms, requirements: { ...terms.requirements, roles: [...roles] } } : terms;
