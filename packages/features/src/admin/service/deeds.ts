import type { Deed, UserId } from '@tally/contract';
import { cursorOfOne, pieces } from '@tally/infra/page';
import { type Ctx, requireUser, type StaffDeed } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { insertDeed, listDeeds } from '../store/deeds.ts';

const A_PAGE = 50;

export async function noteDeed(ctx: Ctx, { call, about, reason }: StaffDeed): Promise<void> {
  await insertDeed(ctx.db, { userId: requireUser(ctx).userId, call, about, reason, at: ctx.clock.now() });
}

const nextDeeds = cursorOfOne(pieces.rowId);

interface Asked {
  readonly userId?: UserId | undefined;
  readonly call?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function readDeeds(ctx: Ctx, { userId, call, limit = A_PAGE, cursor }: Asked): Promise<Deed[]> {
  const before = nextDeeds.read(cursor);
  const rows = await listDeeds(ctx.db, { userId, call, before, limit });
  const names = await listNames(ctx, [...new Set(rows.flatMap((row) => row.userId ?? []))]);
  return rows.map(({ id, ...row }) => ({
    ...row,
    deedId: String(id),
    username: row.userId && (names.get(row.userId) ?? null),
  }));
}
