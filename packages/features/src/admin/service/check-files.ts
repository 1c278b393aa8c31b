import { countFolders, isDatabaseDown } from '@tally/infra/db';
import { type Ctx, seconds, type Timers, UpstreamError } from '@tally/kernel';
import { type Finding, found } from './finding.ts';

const KEY = 'doctor/probe.txt';
const WITHIN_MS = seconds(6);

/** Checks that the bucket accepts and deletes a file, or that all processes store files in the same folder. */
export async function checkFiles({
  config,
  files,
  timers,
  db,
}: Pick<Ctx, 'config' | 'files'> & { readonly timers: Timers; readonly db: Ctx['db'] | null }): Promise<
  readonly Finding[] | null
> {
  if (!config.S3_ENDPOINT) return db && config.DATABASE_URL ? await checkFolders(db) : null;
  const address = config.S3_ENDPOINT;
  const bucket = config.S3_BUCKET ?? '';
  const trying = async () => {
    await files.put(KEY, Buffer.from('probe'));
    await files.delete(KEY);
    return 'done' as const;
  };
  try {
    if (await timers.within(WITHIN_MS, trying())) return [];
    return [found('worldDown', { world: address, reason: `${WITHIN_MS} ms` })];
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.kind === 'gone') return [found('s3NoBucket', { bucket, address })];
    if (error.kind === 'denied') return [found('s3Refused', { address })];
    return [found('worldDown', { world: address, reason: `${error.status ?? error.kind}` })];
  }
}

/** Returns null if there is nothing to check, because a folder needs no settings. */
async function checkFolders(db: Ctx['db']): Promise<readonly Finding[] | null> {
  try {
    return (await countFolders(db)) > 1 ? [found('filesApart')] : null;
  } catch (error) {
    // The database check already reports the outage.
    if (isDatabaseDown(error)) return null;
    throw error;
  }
}
