import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A small disk that tests can fill without harm to the machine. */
export interface SmallDisk {
  readonly folder: string;
  /** Uses up all free space. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

/** Creates the disk in memory. Returns null unless a Linux administrator runs the tests. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  const folder = await mkdtemp(join(tmpdir(), 'tally-small-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  } catch {
    // This container may not mount disks.
    await rm(folder, { recursive: true });
    return null;
  }
  await chmod(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (let left = await roomIn(folder); left > 0; left = await roomIn(folder)) {
          await file.write(Buffer.alloc(Math.min(left, 1_048_576)));
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filler),
    async remove() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true });
    },
  };
}

async function roomIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
