import type { ChannelId, ServerId, Starboard, StarboardBody, StarboardPatch } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { keepReply } from '@tally/infra/idempotency';
import { AppError, type Ctx } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { changeSettings, type Standing } from '../../settings/index.ts';
import { covered, isAtWork } from '../match.ts';
import { changeBoard, countOnBoards, deleteBoard, insertBoard, listBoards } from '../store/boards.ts';
import type { Board } from '../tables.ts';
import { forgetKnown } from './boards.ts';
import { checkBoard, type Wanted } from './check.ts';
import { asStarboard, settingsOf, wholeSettings } from './wire.ts';

const WHAT = 'starboards';

/** Returns a server's current boards. */
export const readBoards =
  (serverId: ServerId) =>
  async (db: Db): Promise<Standing[]> =>
    (await listBoards(db, serverId)).map((board) => ({
      what: WHAT,
      key: board.channelId,
      subject: { kind: 'channel', value: board.channelId, platform: null },
      settings: settingsOf(board),
    }));

type Which = { readonly channelId: ChannelId; readonly version?: string | undefined };

const entering = (serverId: ServerId, { channelId: key, version }: Which) =>
  ({
    read: readBoards(serverId),
    seen: { what: WHAT, key, version },
  }) as const;

export async function listStarboards(ctx: Ctx, serverId: ServerId): Promise<Starboard[]> {
  const [boards, { limits, bitfield }] = await Promise.all([listBoards(ctx.db, serverId), planOf(ctx, serverId)]);
  const counts = await countOnBoards(
    ctx.db,
    boards.map((board) => board.id),
  );
  const within = new Set(covered(boards, limits.maxStarboards));
  return boards.map((board) => {
    // A board that its owner switched off is not a problem. If anything else stops it, the plan is the cause.
    const works =
      within.has(board) &&
      isAtWork({ ...board, pausedBy: null, settings: { ...board.settings, enabled: true } }, bitfield);
    const { posts = 0, stars = 0 } = counts.get(board.id) ?? {};
    return asStarboard(board, { pausedBy: board.pausedBy ?? (works ? null : 'planLimit'), posts, stars });
  });
}

export async function addStarboard(ctx: Ctx, serverId: ServerId, body: StarboardBody, reply?: string): Promise<void> {
  const { channelId } = body;
  const settings = await checkBoard(ctx, serverId, { channelId, settings: wholeSettings(body) }, null);
  const { limits } = await planOf(ctx, serverId);
  await changeSettings(ctx, serverId, entering(serverId, { channelId }), async (tx) => {
    const boards = await listBoards(tx, serverId);
    if (find(boards, channelId)) throw new AppError('alreadyExists');
    if (boards.length >= limits.maxStarboards)
      throw new AppError('planLimit', { limit: limits.maxStarboards, what: 'starboards' });
    const board = { id: ctx.random.uuid(), serverId, channelId, settings, addedAt: ctx.clock.now(), pausedBy: null };
    if (!(await insertBoard(tx, board))) throw new AppError('conflict');
    await keepReply(ctx, tx, reply);
  });
  await forgetKnown(ctx, serverId);
}

/** Saves a board. A person saves on purpose, so a board that was paused for a problem is tried again. */
export async function updateStarboard(
  ctx: Ctx,
  serverId: ServerId,
  { which, version, patch }: { which: ChannelId; version?: string | undefined; patch: StarboardPatch },
): Promise<void> {
  const known = find(await listBoards(ctx.db, serverId), which);
  if (!known) throw new AppError('notFound');
  const wantedOf = (board: Board): Wanted => ({
    channelId: patch.channelId ?? board.channelId,
    settings: wholeSettings(patch, board.settings),
  });
  const checked = await checkBoard(ctx, serverId, wantedOf(known), known);
  await changeSettings(ctx, serverId, entering(serverId, { channelId: which, version }), async (tx) => {
    const boards = await listBoards(tx, serverId);
    const board = find(boards, which);
    if (!board) throw new AppError('notFound');
    const { channelId, settings } = wantedOf(board);
    if (channelId !== which && find(boards, channelId)) throw new AppError('alreadyExists');
    const after = { channelId, settings: { ...settings, emojiName: checked.emojiName ?? null } };
    await changeBoard(tx, board.id, { ...after, pausedBy: null });
  });
  await forgetKnown(ctx, serverId);
}

export async function removeStarboard(ctx: Ctx, serverId: ServerId, which: Which): Promise<void> {
  await changeSettings(ctx, serverId, entering(serverId, which), async (tx) => {
    const board = find(await listBoards(tx, serverId), which.channelId);
    if (!board) throw new AppError('notFound');
    await deleteBoard(tx, board.id);
  });
  await forgetKnown(ctx, serverId);
}

const find = (boards: readonly Board[], channelId: ChannelId): Board | undefined =>
  boards.find((board) => board.channelId === channelId);
