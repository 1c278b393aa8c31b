import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';

export interface Unposted {
  readonly waiting: number;
  readonly olderThanHour: number;
}

/** Counts the messages that wait to be posted, and how many of them were detected before that time. */
export async function countUnposted(db: Db, before: Date): Promise<Unposted> {
  const { rows } = await db.execute<{ waiting: number; old: number }>(sql`
    select count(*)::int as waiting,
           (count(*) filter (where detected_at < ${before.toISOString()}::timestamptz))::int as old
      from deliveries
     where next_attempt_at is not null and message_id is null and wanted = 'present'`);
  return { waiting: rows[0]?.waiting ?? 0, olderThanHour: rows[0]?.old ?? 0 };
}
