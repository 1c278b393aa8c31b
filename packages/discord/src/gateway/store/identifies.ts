import type { Db } from '@tally/infra/db';
import { sql } from '@tally/infra/sql';
import { gatewayIdentifies } from '../tables.ts';

/** Books the next free time of a bucket across all processes. Returns how long to wait for it. */
export async function bookIdentify(db: Db, bucket: number, everyMs: number): Promise<number> {
  const every = sql`make_interval(secs => ${everyMs / 1000}::double precision)`;
  const rows = await db
    .insert(gatewayIdentifies)
    .values({ bucket, freeAt: sql`now() + ${every}` })
    .onConflictDoUpdate({
      target: gatewayIdentifies.bucket,
      set: { freeAt: sql`greatest(${gatewayIdentifies.freeAt}, now()) + ${every}` },
    })
    .returning({
      waitMs: sql<number>`(extract(epoch from ${gatewayIdentifies.freeAt} - ${every} - now()) * 1000)::double precision`,
    });
  return Math.max(0, rows[0]?.waitMs ?? 0);
}
