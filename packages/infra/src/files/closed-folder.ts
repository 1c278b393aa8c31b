import { chmod, mkdir, stat } from 'node:fs/promises';

/** Only the account that runs us may enter: our folders hold personal data, and an intruder could add sessions. */
const OWNER_ONLY = 0o700;
const STICKY = 0o1000;

/** Creates a folder that is closed to other accounts, and closes an existing open one. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const { uid, mode } = await stat(folder);
  // Leaves a folder of another account unchanged, and a shared one like /tmp.
  const isOurs = process.getuid?.() === uid && (mode & STICKY) === 0;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, OWNER_ONLY);
}
