import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ctx } from '@tally/kernel';
import { type Finding, found } from './finding.ts';

const MEGABYTE = 1_048_576;
/** With less free space, the database would stop before anyone reads the warning. */
const FREE_AT_LEAST = 500 * MEGABYTE;

/** What the checks read from the operating system. */
export interface Machine {
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Returns null if the path does not exist. */
  readonly ownerOf: (path: string) => Promise<number | null>;
  readonly mayUse: (path: string) => Promise<boolean>;
  /** Null on systems without numeric user ids. */
  readonly ownId: number | null;
}

export const thisMachine: Machine = {
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  ownerOf: async (path) => (await orNull(stat(path)))?.uid ?? null,
  mayUse: async (path) => (await orNull(access(path, constants.R_OK | constants.W_OK).then(() => true))) === true,
  ownId: process.getuid?.() ?? null,
};

async function orNull<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** The first start creates these paths. If it ran with sudo, for example, another user owns them. */
const inside = ['', 'database', 'files', 'encryption-keys'];

export async function checkMachine(
  { config }: Pick<Ctx, 'config'>,
  machine: Machine = thisMachine,
): Promise<readonly Finding[]> {
  const folder = config.DATA_DIR;
  const own = machine.ownId ?? '';
  for (const path of inside.map((name) => join(folder, name))) {
    const owner = await machine.ownerOf(path);
    if (owner === null) continue;
    const isOthers = machine.ownId !== null && owner !== machine.ownId;
    if (await machine.mayUse(path)) continue;
    return [
      isOthers ? found('folderOfAnother', { folder: path, owner, own }) : found('folderClosed', { folder: path, own }),
    ];
  }
  // The folder does not exist before the first start.
  if ((await machine.ownerOf(folder)) === null) return [];
  const free = await machine.freeBytes(folder);
  return free < FREE_AT_LEAST ? [found('diskNearlyFull', { folder, megabytes: Math.floor(free / MEGABYTE) })] : [];
}
