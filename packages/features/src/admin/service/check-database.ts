import { findKeyTrouble, type KeyTrouble, keySource } from '@tally/infra/crypto';
import { findMigrations, isDatabaseDown, judgeMigrations } from '@tally/infra/db';
import { houseSealed } from '@tally/infra/house-settings';
import type { Ctx } from '@tally/kernel';
import { deliverySealed } from '@tally/pipeline/delivery';
import { detectionSealed } from '@tally/pipeline/detection';
import { listApplied, readServerVersion } from '../store/installation.ts';
import { type Finding, found } from './finding.ts';

/** PostgreSQL no longer fixes older versions: https://www.postgresql.org/support/versioning/ */
const OLDEST = 15;

export async function checkDatabase({ db }: { readonly db: Ctx['db'] | null }): Promise<readonly Finding[] | null> {
  if (!db) return null;
  try {
    const version = Math.floor((await readServerVersion(db)) / 10_000);
    const misfits = judgeMigrations(await listApplied(db), await findMigrations());
    return [
      ...(version < OLDEST ? [found('databaseOld', { version, wanted: OLDEST })] : []),
      ...misfits
        .slice(0, 1)
        .map(({ kind, ...values }) => found(kind === 'unknown' ? 'schemaNewer' : 'schemaEdited', values)),
    ];
  } catch (error) {
    if (isDatabaseDown(error)) return [found('databaseDown')];
    throw error;
  }
}

/** Finds keys that stored secrets need but this process lacks. */
export async function listKeyTrouble(
  doors: Pick<Ctx, 'db' | 'secrets' | 'clock' | 'features'>,
): Promise<readonly KeyTrouble[]> {
  const own = doors.features.flatMap((feature) => feature.sealed ?? []);
  return await findKeyTrouble(doors, [...own, ...detectionSealed, ...deliverySealed, ...houseSealed]);
}

export async function checkKeys({
  db,
  ...doors
}: Pick<Ctx, 'secrets' | 'clock' | 'features' | 'config'> & { readonly db: Ctx['db'] | null }): Promise<
  readonly Finding[] | null
> {
  // Nothing is encrypted before the first start.
  if (!db || (await listApplied(db)).length === 0) return null;
  const source = keySource(doors.config);
  return (await listKeyTrouble({ db, ...doors })).map(({ id, kind }) =>
    found(kind === 'missing' ? 'keyMissing' : 'keyOther', { id, source }),
  );
}
