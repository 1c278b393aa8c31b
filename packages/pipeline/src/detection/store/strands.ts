import { columnsOf, type Db, rowOf } from '@tally/infra/db';
import { type SQL, sql } from '@tally/infra/sql';
import { type Grace, LAST_GRACE } from '@tally/kernel';
import { knownAs, type Strand } from '../session/strand.ts';
import { type SessionRow, streamSessions } from '../tables.ts';

type Ends = Pick<SessionRow, 'id' | 'continuedBy' | 'longestGrace'>;

const idsOf = (rows: readonly Ends[]) => sql`${sql.param(rows.map(({ id }) => id))}::uuid[]`;

/** Returns each of these streams with the streams that continued it. */
export async function listLater(db: Db, rows: readonly SessionRow[]): Promise<(row: SessionRow) => Strand> {
  const continued = rows.filter(({ continuedBy }) => continuedBy !== null);
  const strands = await walk(
    db,
    continued,
    sql`select w.start, s.id, s.continued_by from walk w join stream_sessions s on s.id = w.continued_by`,
  );
  return (row) => strands.get(row.id) ?? [row];
}

/** Returns each of these streams with the streams that it continued. */
export async function listEarlier(db: Db, rows: readonly SessionRow[]): Promise<(row: SessionRow) => Strand> {
  const continuing = rows.filter(({ longestGrace }) => longestGrace < LAST_GRACE);
  const strands = await walk(
    db,
    continuing,
    sql`select w.start, s.id, s.continued_by from walk w join stream_sessions s on s.continued_by = w.id`,
  );
  return (row) => strands.get(row.id) ?? [row];
}

/** Usually no stream was continued, so no query is needed. */
async function walk(db: Db, from: readonly Ends[], step: SQL): Promise<ReadonlyMap<string, Strand>> {
  if (from.length === 0) return new Map();
  const { rows } = await db.execute<{ start: string }>(sql`
    with recursive walk (start, id, continued_by) as (
      select id, id, continued_by from stream_sessions where id = any(${idsOf(from)})
      union
      ${step})
    select walk.start, ${columnsOf(streamSessions, 's')} from walk join stream_sessions s on s.id = walk.id
     order by walk.start, s.detected_at, s.started_at`);
  const found = rows.map((row) => ({ start: row.start, session: rowOf(streamSessions, row) }));
  return new Map(
    [...Map.groupBy(found, ({ start }) => start)].map(([start, list]) => [start, list.map(({ session }) => session)]),
  );
}

/** Returns each running stream as a server with this grace period knows it. */
export async function listKnownAs(
  db: Db,
  rows: readonly SessionRow[],
): Promise<(row: SessionRow, grace: Grace) => SessionRow> {
  const earlier = await listEarlier(db, rows);
  return (row, grace) => knownAs(earlier(row), grace) ?? row;
}
