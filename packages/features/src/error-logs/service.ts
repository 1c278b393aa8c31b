import { createHash } from 'node:crypto';
import {
  ERROR_HOURS_KEPT,
  ERROR_HOURS_SHOWN,
  type ErrorAction,
  type ErrorReason,
  type ErrorRow,
  type FileSection,
  type Locale,
  type ServerId,
  UserId,
} from '@tally/contract';
import { findServerStates, SAVED_WITHIN_MS } from '@tally/discord/gateway';
import { listPermissions } from '@tally/discord/permissions';
import type { Db } from '@tally/infra/db';
import { type Ctx, fileLine, hours, say } from '@tally/kernel';
import { callOutJournal } from '@tally/pipeline/delivery';
import type { RoleTrouble } from '@tally/pipeline/roles';
import { type Server, standingOf } from './match.ts';
import {
  countError,
  countOpen,
  deleteErrors,
  deleteErrorsBefore,
  type ErrorLogRow,
  findNewest,
  listErrors,
  listOpen,
  listServersWithOpen,
  markSolved,
  setMissing,
} from './store.ts';
import type { Details } from './tables.ts';

export interface Trouble {
  readonly reason: ErrorReason;
  /** The values for the placeholders of the reason's sentence: `place`, `what`, `streamer` … */
  readonly details: Details;
  readonly missingPermissions?: readonly string[];
  /** The action that we suggest to a manager. */
  readonly action?: ErrorAction;
}

/** A page shows at most this many rows. */
const MOST = 200;
const SHOWN_TO_STAFF = 10;

const ago = (ctx: Ctx, count: number): Date => new Date(ctx.clock.now().getTime() - hours(count));

/**
 * Adds a problem to a server's log. If it recurs within a day, only its count rises. Returns whether it is new, so the
 * caller can notify only once. With `db`, it runs in the caller's transaction.
 */
export async function report(ctx: Ctx, serverId: ServerId, trouble: Trouble, db: Db = ctx.db): Promise<boolean> {
  const { reason, details, missingPermissions = [], action = null } = trouble;
  const permissions = [...new Set(missingPermissions)].sort();
  const error = {
    serverId,
    reason,
    details,
    missingPermissions: permissions,
    action,
    fingerprint: fingerprintOf(reason, details, action),
  };
  return await countError(db, { error, now: ctx.clock.now(), freshSince: ago(ctx, ERROR_HOURS_SHOWN) });
}

/** Ignores missing permissions, because a channel that loses another permission still has the same problem. */
function fingerprintOf(reason: ErrorReason, details: Details, action: ErrorAction | null): string {
  const { permissions: _, ...named } = details;
  const sorted = Object.entries(named).sort(([a], [b]) => a.localeCompare(b, 'en'));
  const text = JSON.stringify([reason, sorted, action?.targetId ?? null]);
  return createHash('sha256').update(text).digest('base64url');
}

export async function listTrouble(
  ctx: Ctx,
  serverId: ServerId,
  hoursBack: number = ERROR_HOURS_SHOWN,
): Promise<ErrorRow[]> {
  const rows = await listErrors(ctx.db, { serverId, since: ago(ctx, hoursBack), most: MOST });
  return rows.map((row) => toErrorRow(row, ctx.locale));
}

/** Counts the problems that managers can fix, for many servers at once. */
export async function countTrouble(
  ctx: Ctx,
  serverIds: readonly ServerId[],
): Promise<(serverId: ServerId) => { errors: number }> {
  const counts = await countOpen(ctx.db, serverIds, ago(ctx, ERROR_HOURS_SHOWN));
  return (serverId) => ({ errors: counts.get(serverId) ?? 0 });
}

export function toErrorRow(row: ErrorLogRow, locale: Locale): ErrorRow {
  const permissions = [...row.missingPermissions];
  const said = Object.entries(row.details).map(([name, detail]) => [
    name,
    typeof detail === 'object' ? say(locale, detail.say, detail.values) : detail,
  ]);
  const values = { permissions: listPermissions(locale, permissions) || 'none', ...Object.fromEntries(said) };
  return {
    id: row.id.toString(),
    reason: row.reason,
    message: say(locale, `errorLogs.${row.reason}`, values),
    time: row.lastAt.getTime(),
    firstTime: row.firstAt.getTime(),
    count: row.count,
    solvedTime: row.solvedAt?.getTime() ?? null,
    ...(permissions.length > 0 ? { missingPermissions: permissions } : {}),
    action: row.action,
  };
}

/** Finds the newest open problem on the page, for the red dot in the sidebar. */
export async function newestTrouble(ctx: Ctx, serverId: ServerId): Promise<number | null> {
  const newest = await findNewest(ctx.db, serverId, ago(ctx, ERROR_HOURS_SHOWN));
  return newest?.getTime() ?? null;
}

/**
 * Marks problems that this server has solved, and updates missing permissions. Skips problems newer than our data,
 * which may still contain a channel that was just deleted.
 */
export async function solveMended(ctx: Ctx, server: Server, seenAt: Date): Promise<void> {
  const botId = UserId.parse(ctx.config.discord.clientId);
  const known = (await listOpen(ctx.db, server.id)).filter(({ lastAt }) => lastAt <= seenAt);
  const rows = known.map((row) => ({ row, standing: standingOf(row, server, botId) }));
  const mended = rows.filter(({ standing }) => standing === 'mended').map(({ row }) => row);
  for (const { row, standing } of rows) {
    if (typeof standing === 'object') await setMissing(ctx.db, row.id, standing.missing);
  }
  await ctx.db.transaction(async (tx) => await solve(ctx, tx, server.id, mended));
}

/** Solves problems when the owner changes the suggested settings. They reopen if they happen again. */
export async function solveOnPage(ctx: Ctx, tx: Db, serverId: ServerId, path: string): Promise<void> {
  const rows = (await listOpen(tx, serverId)).filter(
    ({ action }) => action?.path === path && ownersMove.has(action.kind),
  );
  await solve(ctx, tx, serverId, rows);
}

/** Solves problems when the owner replaces the channel or role that they are about. */
export async function solveReplaced(
  ctx: Ctx,
  tx: Db,
  serverId: ServerId,
  { before, after }: { readonly before: unknown; readonly after: unknown },
): Promise<void> {
  const [was, is] = [JSON.stringify(before), JSON.stringify(after)];
  const isReplaced = (id: string): boolean => was.includes(`"${id}"`) && !is.includes(`"${id}"`);
  const rows = (await listOpen(tx, serverId)).filter(({ action }) => action?.targetId && isReplaced(action.targetId));
  await solve(ctx, tx, serverId, rows);
}

const ownersMove: ReadonlySet<ErrorAction['kind']> = new Set(['chooseChannel', 'chooseRole', 'editMessage']);

async function solve(ctx: Ctx, tx: Db, serverId: ServerId, rows: readonly ErrorLogRow[]): Promise<void> {
  if (rows.length === 0) return;
  await markSolved(tx, rows, ctx.clock.now());
  // Makes the server's open pages reload.
  await callOutJournal(tx, 'notifications', [serverId]);
}

/** The gateway reports changed channels and roles. This job finds other fixes, such as new roles of the bot. */
export async function checkOpen(ctx: Ctx): Promise<void> {
  const states = await findServerStates(ctx.db, await listServersWithOpen(ctx.db));
  const seenAt = new Date(ctx.clock.now().getTime() - SAVED_WITHIN_MS);
  for (const state of states.values()) await solveMended(ctx, state, seenAt);
}

export async function clearTrouble(ctx: Ctx, serverId: ServerId): Promise<void> {
  await deleteErrors(ctx.db, serverId);
}

export async function prune(ctx: Ctx): Promise<void> {
  const gone = await deleteErrorsBefore(ctx.db, ago(ctx, ERROR_HOURS_KEPT));
  if (gone > 0) ctx.log.info({ gone }, 'Old lines of error logs were deleted.');
}

/** Reports why a role, or the log channel for roles, does not work. */
export async function reportRoleTrouble(ctx: Ctx, tx: Db, serverId: ServerId, trouble: RoleTrouble): Promise<void> {
  await report(ctx, serverId, trouble.of === 'role' ? roleTrouble(trouble) : logTrouble(trouble), tx);
}

function roleTrouble(about: Extract<RoleTrouble, { of: 'role' }>): Trouble {
  const { problem: reason, roleId, path } = about;
  const role = about.roleName ?? roleId;
  const chooseRole = { kind: 'chooseRole', path, targetId: roleId } as const;
  switch (reason) {
    case 'missingPermission':
      return {
        reason,
        details: { place: about.serverName ?? 'Discord' },
        missingPermissions: ['ManageRoles'],
        action: { kind: 'grantPermissions', path: null, targetId: null },
      };
    case 'unknownRole':
      return { reason, details: { what: { say: about.what } }, action: chooseRole };
    case 'roleTooHigh':
      return { reason, details: { role }, action: { kind: 'moveBotRole', path: null, targetId: null } };
    case 'roleManaged':
      return { reason, details: { role }, action: chooseRole };
    default:
      return reason satisfies never;
  }
}

function logTrouble({ channelId, channelName, missing, what, path }: Extract<RoleTrouble, { of: 'log' }>): Trouble {
  if (channelName === null) {
    const action = { kind: 'chooseChannel', path, targetId: channelId } as const;
    return { reason: 'unknownChannel', details: { what: { say: what } }, action };
  }
  return {
    reason: 'missingPermission',
    details: { place: `#${channelName}` },
    missingPermissions: missing,
    action: { kind: 'grantPermissions', path: null, targetId: channelId },
  };
}

/** Shows staff the server's open problems and recently solved ones. */
export async function aboutServer(ctx: Ctx, serverId: ServerId): Promise<FileSection[]> {
  const rows = await listTrouble(ctx, serverId, ERROR_HOURS_KEPT);
  const lines = rows.slice(0, SHOWN_TO_STAFF).map(({ message, count, solvedTime, time }) =>
    fileLine(message, {
      note: say(ctx.locale, solvedTime === null ? 'admin.fileErrorOpen' : 'admin.fileErrorSolved', { count }),
      tone: solvedTime === null ? 'danger' : 'ok',
      at: new Date(time),
      href: `/dashboard/server/${serverId}/error-logs`,
    }),
  );
  return [{ title: say(ctx.locale, 'admin.fileErrors'), lines }];
}
