import {
  type ChangedThing,
  type ChangeSubject,
  NO_RECORD,
  type RecordVersion,
  recordHomes,
  type ServerId,
} from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx, versionOf } from '@tally/kernel';
import { solveReplaced } from '../../error-logs/index.ts';
import { type Difference, type Fields, reduced } from '../match.ts';
import { insertChanges, type SettingsTx } from '../store/changes.ts';
import { lockServer, raiseVersion } from '../store/server-row.ts';

/** The current state of a record or of a server setting. */
export interface Standing {
  readonly what: ChangedThing;
  /** Identifies a record within its list. */
  readonly key: string;
  /** The record's name. Null for a server setting. */
  readonly subject: ChangeSubject | null;
  /** The fields by their names on the wire. Null if nothing is set. They must not contain secrets. */
  readonly settings: Fields | null;
}

/** Reads everything that a change may affect, with the given database handle. */
export type ReadStanding = (db: Db) => Promise<readonly Standing[]>;

/** The version of the record that the person was editing. Without one, the current state is changed. */
export interface Seen {
  readonly what: ChangedThing;
  readonly key: string;
  readonly version: RecordVersion | undefined;
}

interface Entering {
  readonly read: ReadStanding;
  readonly seen?: Seen | undefined;
  /** The version of the server's own settings that the person was editing. */
  readonly serverVersion?: number | undefined;
}

/**
 * Changes settings. All code that changes settings uses this. It locks the server, reads the settings before and after,
 * and records the differences and their author in the same transaction. Returns what the work returns.
 */
export async function changeSettings<T>(
  ctx: Ctx,
  serverId: ServerId,
  { read, seen, serverVersion }: Entering,
  work: (tx: SettingsTx) => Promise<T>,
): Promise<{ readonly answer: T; readonly isChanged: boolean }> {
  return await ctx.db.transaction(async (tx) => {
    const row = await lockServer(tx, serverId);
    if (!row || row.leftAt) throw new AppError('serverNotFound');
    if (serverVersion !== undefined && serverVersion !== row.version) throw new AppError('changedMeanwhile');
    const before = await read(tx);
    if (seen?.version !== undefined && seen.version !== versionIn(before, seen)) throw new AppError('changedMeanwhile');
    const answer = await work(tx as Db as SettingsTx);
    const after = await read(tx);
    const differences = differencesBetween(before, after, seen);
    await note(ctx, tx, serverId, differences);
    // If we removed settings because their target is gone, the problem still exists, so we do not mark it as solved.
    if (ctx.caller.kind === 'user') await solveReplaced(ctx, tx, serverId, { before, after });
    return { answer, isChanged: differences.length > 0 };
  });
}

const idOf = ({ what, key }: { what: string; key: string }): string => `${what} ${key}`;

function versionIn(standing: readonly Standing[], seen: Seen): RecordVersion {
  const found = standing.find((each) => idOf(each) === idOf(seen));
  return found?.settings ? versionOf(found.settings) : NO_RECORD;
}

function differencesBetween(
  before: readonly Standing[],
  after: readonly Standing[],
  seen: Seen | undefined,
): Difference[] {
  const was = new Map(before.map((each) => [idOf(each), each]));
  const is = new Map(after.map((each) => [idOf(each), each]));
  // A call for one record changes only one. A record under another key is therefore the same record, moved.
  const gone = before.filter((each) => !is.has(idOf(each)));
  const come = after.filter((each) => !was.has(idOf(each)));
  const moved = seen && gone.length === 1 && come.length === 1 ? gone[0] : undefined;
  const pairs = [
    ...after.map((each) => [was.get(idOf(each)) ?? moved, each] as const),
    ...gone.filter((each) => each !== moved).map((each) => [each, undefined] as const),
  ];
  return pairs.flatMap(([former, current]) => {
    const { what, subject } = current ?? former;
    return reduced({ what, subject, before: former?.settings ?? null, after: current?.settings ?? null }) ?? [];
  });
}

const ownVersions: ReadonlySet<string> = new Set(recordHomes);

/** The server's version does not include records in their own lists, so changing such a record does not raise it. */
async function note(ctx: Ctx, tx: Db, serverId: ServerId, differences: readonly Difference[]): Promise<void> {
  const userId = ctx.caller.kind === 'user' ? ctx.caller.userId : null;
  const common = { serverId, userId, isOurs: userId === null, at: ctx.clock.now() };
  await insertChanges(
    tx,
    differences.map((each) => ({ ...common, ...each })),
  );
  if (differences.some(({ what }) => !ownVersions.has(what))) await raiseVersion(tx, serverId);
}
