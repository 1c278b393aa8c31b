import { type Ban, type BannedKind, ServerId, UserId } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { cursorOf, pieces, rowAt } from '@tally/infra/page';
import { AppError, type Ctx, describeToStaff, requireUser, type StaffSubject } from '@tally/kernel';
import { getProfile, isDev, listNames, setBlacklisted } from '../../account/index.ts';
import { listSummaries, setServerBlacklisted } from '../../servers/index.ts';
import { deleteBan, findBan, listBans, listOver, saveBan } from '../store/bans.ts';
import type { BanRow } from '../tables.ts';

const A_PAGE = 50;

interface NewBan {
  readonly kind: BannedKind;
  readonly id: string;
  readonly reason: string;
  readonly until: Date | null;
}

/** Bans a subject. The ban takes effect within seconds, even on open pages, because each call checks for it. */
export async function ban(ctx: Ctx, { kind, id, reason, until }: NewBan): Promise<void> {
  const by = requireUser(ctx).userId;
  const since = ctx.clock.now();
  if (until && until <= since) throw new AppError('banOver');
  if (kind === 'person') await requireBannable(ctx, UserId.parse(id));
  else if (!(await listSummaries(ctx, [ServerId.parse(id)])).has(ServerId.parse(id)))
    throw new AppError('serverNotFound');
  describeToStaff(ctx, subjectOf(kind, id));
  await ctx.db.transaction(async (tx) => {
    await saveBan(tx, { kind, subject: id, reason, since, until, by });
    await mark(ctx, tx, { kind, subject: id }, true);
  });
}

const subjectOf = (kind: BannedKind, id: string): StaffSubject =>
  kind === 'person' ? { personId: UserId.parse(id) } : { serverId: ServerId.parse(id) };

/** Prevents staff from banning themselves or staff of the same rank. */
async function requireBannable(ctx: Ctx, userId: UserId): Promise<void> {
  const caller = requireUser(ctx);
  if (caller.userId === userId) throw new AppError('notYourself');
  const { flags } = await getProfile(ctx, userId);
  if (flags.has('Owner') || (isDev(flags) && !caller.flags.has('Owner'))) throw new AppError('ownersOnly');
}

export async function endBan(ctx: Ctx, kind: BannedKind, subject: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    // Only an existing ban has a checked subject. Any other text may not be an id, so it is not recorded.
    if (!(await deleteBan(tx, { kind, subject }))) throw new AppError('banNotFound');
    describeToStaff(ctx, subjectOf(kind, subject));
    await mark(ctx, tx, { kind, subject }, false);
  });
}

/** Ends bans that have expired. */
export async function endBans(ctx: Ctx): Promise<void> {
  for (const row of await listOver(ctx.db, ctx.clock.now())) {
    await ctx.db.transaction(async (tx) => {
      if (await deleteBan(tx, row)) await mark(ctx, tx, row, false);
    });
  }
}

async function mark(ctx: Ctx, tx: Db, { kind, subject }: Pick<BanRow, 'kind' | 'subject'>, isOn: boolean) {
  if (kind === 'person') await setBlacklisted(ctx, tx, UserId.parse(subject), isOn);
  else await setServerBlacklisted(ctx, tx, ServerId.parse(subject), isOn);
}

const nextBans = cursorOf(
  { kind: pieces.word<BannedKind>(['person', 'server']), subject: pieces.matching(/^\d{1,20}$/) },
  '.',
);

export async function readBans(
  ctx: Ctx,
  { limit = A_PAGE, cursor }: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
): Promise<Ban[]> {
  const after = await rowAt(nextBans, cursor, async ({ kind, subject }) => await findBan(ctx.db, kind, subject));
  return await show(ctx, await listBans(ctx.db, { after, limit }));
}

export async function readBan(ctx: Ctx, kind: BannedKind, subject: string): Promise<Ban | null> {
  const row = await findBan(ctx.db, kind, subject);
  const [shown] = row ? await show(ctx, [row]) : [];
  return shown ?? null;
}

async function show(ctx: Ctx, rows: readonly BanRow[]): Promise<Ban[]> {
  const people = rows.flatMap(({ kind, subject, by }) => [
    ...(kind === 'person' ? [subject as UserId] : []),
    ...(by ? [by] : []),
  ]);
  const [names, servers] = await Promise.all([
    listNames(ctx, [...new Set(people)]),
    listSummaries(
      ctx,
      rows.filter(({ kind }) => kind === 'server').map(({ subject }) => subject as ServerId),
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    name:
      row.kind === 'person' ? (names.get(row.subject) ?? null) : (servers.get(row.subject as ServerId)?.name ?? null),
    by: row.by && (names.get(row.by) ?? null),
  }));
}
