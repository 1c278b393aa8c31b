import type { Ctx } from '@tally/kernel';
import { claimImport, closeClaim, findImport } from '../store/imports.ts';
import { claimUntil } from './claim.ts';
import { makeEmojis } from './make.ts';
import { removeImported } from './remove-imported.ts';

/** Runs an import, and returns when to continue. */
export async function runImport(ctx: Ctx, importId: string): Promise<Date | null> {
  const row = await claimImport(ctx.db, importId, { now: ctx.clock.now(), until: claimUntil(ctx) });
  if (!row) {
    const held = await findImport(ctx.db, importId);
    return held?.endedAt ? null : (held?.busyUntil ?? held?.resumesAt ?? null);
  }
  const ending = row.state === 'undoing' ? await removeImported(ctx, row) : await makeEmojis(ctx, row);
  if (ending === 'changed') {
    await closeClaim(ctx.db, row, {});
    return ctx.clock.now();
  }
  await closeClaim(ctx.db, row, ending);
  return ending.resumesAt ?? null;
}
