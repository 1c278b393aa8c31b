import type { ServerChange, ServerId, UserId } from '@tally/contract';
import { cursorOfOne, pieces } from '@tally/infra/page';
import type { Ctx } from '@tally/kernel';
import { listNames } from '../../account/index.ts';
import { fieldsBetween } from '../match.ts';
import { type ChangeFilter, type ChangeRow, listChangeKinds, listChanges } from '../store/changes.ts';

const PAGE = 50;

/** One page of the audit log, newest first. */
export async function listRecord(
  ctx: Ctx,
  serverId: ServerId,
  { cursor, limit = PAGE, ...filter }: ChangeFilter & { cursor?: string | undefined; limit?: number | undefined },
) {
  const before = nextChanges.read(cursor);
  const rows = await listChanges(ctx.db, { ...filter, serverId, limit: limit + 1, ...(before ? { before } : {}) });
  const kinds = before ? [] : await listChangeKinds(ctx.db, serverId);
  const shown = rows.slice(0, limit);
  const authors = [...shown, ...kinds].flatMap(({ userId }) => userId ?? []) as UserId[];
  const names = await listNames(ctx, [...new Set(authors)]);
  const people = [...new Set(kinds.flatMap(({ userId }) => userId ?? []))] as UserId[];
  return {
    list: shown.map((row) => toChange(row, names)),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id.toString() ?? null) : null,
    people: people.map((userId) => ({ userId, username: names.get(userId) ?? null })),
    things: [...new Set(kinds.map(({ what }) => what))],
  };
}

const nextChanges = cursorOfOne(pieces.rowId);

const toChange = (row: ChangeRow, names: ReadonlyMap<string, string>): ServerChange => ({
  id: row.id.toString(),
  author: row.isOurs ? 'tally' : row.userId === null ? 'forgotten' : 'person',
  userId: row.userId as UserId | null,
  username: row.userId === null ? null : (names.get(row.userId) ?? null),
  what: row.what,
  subject: row.subject,
  action: actionOf(row),
  fields: fieldsBetween(row),
  at: row.at,
});

/** A server setting always exists, so it can only be changed. */
function actionOf({ subject, before, after }: ChangeRow): ServerChange['action'] {
  if (subject === null) return 'changed';
  return before === null ? 'added' : after === null ? 'removed' : 'changed';
}
