import type { EmoteImport, ServerId, TextKey } from '@tally/contract';
import { AppError, type Ctx, say } from '@tally/kernel';
import { changeImport, findImport, listImports, listItems, lockImport, retryItems } from '../store/imports.ts';
import type { ImportRow } from '../tables.ts';
import { workSoon } from './queue.ts';
import { viewOf } from './read.ts';
import { findSubRole } from './sub-role.ts';

const open: ReadonlySet<ImportRow['state']> = new Set(['running', 'waiting', 'stopped']);

const refuse = (ctx: Ctx, key: TextKey) => new AppError('conflict', {}, [say(ctx.locale, key)]);

type Change = Partial<Pick<ImportRow, 'state' | 'endedAt' | 'resumesAt' | 'roleId'>>;

async function change(
  ctx: Ctx,
  { serverId, id }: { readonly serverId: ServerId; readonly id: string },
  decide: (row: ImportRow, tx: Ctx['db']) => Promise<Change>,
): Promise<EmoteImport> {
  await ctx.db.transaction(async (tx) => {
    const row = await lockImport(tx, serverId, id);
    if (!row) throw new AppError('notFound');
    const next = await decide(row, tx);
    await changeImport(tx, id, next);
    if (next.state === 'running' || next.state === 'undoing') await workSoon(ctx, id, { tx });
  });
  const row = await findImport(ctx.db, id);
  if (!row) throw new AppError('notFound');
  return viewOf(row, await listItems(ctx.db, [id]));
}

export type Which = Parameters<typeof change>[1];

/** Resumes the import, and retries failures whose reason may have changed. */
export const resumeImport = async (ctx: Ctx, which: Which): Promise<EmoteImport> =>
  await change(ctx, which, async (row, tx) => {
    if (row.state === 'undoing' || row.state === 'undone') throw refuse(ctx, 'emotes.notOpen');
    // Waits for the end of a rate limit, because an earlier call would be refused.
    if (row.state === 'running' || row.state === 'waiting') return { state: row.state };
    const others = await listImports(tx, which.serverId, 20);
    if (others.some(({ id, state }) => id !== row.id && open.has(state))) throw refuse(ctx, 'emotes.importRuns');
    await retryItems(tx, row.id, ['noPlace', 'noPicture', 'nameTaken', 'refused']);
    // The role may have changed or been deleted since.
    const roleId = row.roleId && (await findSubRole(ctx, row));
    return { state: 'running', endedAt: null, resumesAt: null, roleId };
  });

export const cancelImport = async (ctx: Ctx, which: Which): Promise<EmoteImport> =>
  await change(ctx, which, async (row) => {
    if (!open.has(row.state)) throw refuse(ctx, 'emotes.notOpen');
    return { state: 'cancelled', endedAt: ctx.clock.now(), resumesAt: null };
  });

export const undoImport = async (ctx: Ctx, which: Which): Promise<EmoteImport> =>
  await change(ctx, which, async (row, tx) => {
    const items = await listItems(tx, [row.id]);
    if (!items.some(({ state, askedAt }) => state === 'done' || askedAt)) throw refuse(ctx, 'emotes.nothingToUndo');
    return { state: 'undoing', endedAt: row.endedAt ?? ctx.clock.now(), resumesAt: null };
  });
