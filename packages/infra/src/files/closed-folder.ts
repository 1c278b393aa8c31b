import { chmod, mkdir, stat } from 'node:fs/promises';

/** Only our own account may enter, because our folders hold personal data, and an intruder could add sessions. */
const OWNER_ONLY = 0o700;
const STICKY = 0o1000;

/** Creates a folder that is closed to other accounts, or closes an existing open folder. */
export async function makeClosedFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  const { uid, mode } = await stat(folder);
  // Leaves folders of other accounts and shared folders like /tmp unchanged.
  const isOurs = process.getuid?.() === uid && (mode & STICKY) === 0;
  if (isOurs && (mode & 0o077) !== 0) await chmod(folder, OWNER_ONLY);
}
