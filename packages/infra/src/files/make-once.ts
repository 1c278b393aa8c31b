import { randomBytes } from 'node:crypto';
import { link, unlink, writeFile } from 'node:fs/promises';

/** Creates the file atomically and never replaces one, so two processes that start together use the same file. */
export async function makeOnce(path: string, text: string): Promise<void> {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(beside, text, { flag: 'wx', mode: 0o600 });
  try {
    await link(beside, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(beside);
  }
}
