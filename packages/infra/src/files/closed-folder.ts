import { chmod, mkdir, stat } from 'node:fs/promises';

/** Nobody but the account that runs us may enter: in our folders stand people's addresses, and sessions could be put there. */
const OWNER_ONLY = 0o700;
const STICKY = 0o1000;

/** Makes a folder that is closed to other accounts, and closes one that stands open. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const { uid, mode } = await stat(folder);
  // One that belongs to somebody else, or to everybody like /tmp, is not ours to close.
  const isOurs = process.getuid?.() === uid && (mode & STICKY) === 0;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, OWNER_ONLY);
}
