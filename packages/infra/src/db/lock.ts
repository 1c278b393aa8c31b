import { createHash } from 'node:crypto';
import { realpath, unlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeClosedFolder } from '../files/closed-folder.ts';

/**
 * Allows one process per data folder. The embedded engine has no lock: a second process opens the same folder without
 * an error, and the first one's commits are lost. A lock file would survive kill -9. A listening socket does not, so
 * the lock is a socket.
 *
 * Linux: an abstract name, which the kernel assigns atomically and frees when the process dies. A socket file is added
 * because abstract names end at the border of a container and a shared volume does not. Windows: a named pipe.
 * Elsewhere: the socket file alone.
 */
export class FolderLockedError extends Error {
  constructor(folder: string, holder: string) {
    super(
      `The data folder ${folder} is in use by another process of this program (pid ${holder}). Stop that one, or give this one its own folder with DATA_DIR, or let both use one Postgres with DATABASE_URL.`,
    );
    this.name = 'FolderLockedError';
  }
}

export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await makeClosedFolder(folder);
  const real = await realpath(folder);
  const held: Server[] = [];
  const release = async () => {
    await Promise.all(held.map((server) => new Promise((resolve) => server.close(resolve))));
  };
  try {
    for (const address of addressesFor(real)) held.push(await hold(address, real));
  } catch (error) {
    await release();
    throw error;
  }
  return release;
}

function addressesFor(folder: string): readonly string[] {
  const name = `tally-${createHash('sha256').update(folder).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return [`\\\\.\\pipe\\${name}`];
  // A socket's path may have about 100 bytes (sun_path, unix(7)), so a deep folder uses a short path elsewhere.
  const inFolder = join(folder, 'lock.sock');
  const file = Buffer.byteLength(inFolder) < 100 ? inFolder : join(tmpdir(), `${name}.sock`);
  return process.platform === 'linux' ? [`\0${name}`, file] : [file];
}

async function hold(address: string, folder: string): Promise<Server> {
  const first = await tryListen(address);
  if (first) return first;
  const holder = await askHolder(address);
  if (holder !== null) throw new FolderLockedError(folder, holder);
  // Removes the socket file of a process that died.
  if (!address.startsWith('\0')) await unlink(address).catch(ignoreMissing);
  const second = await tryListen(address);
  if (second) return second;
  throw new FolderLockedError(folder, (await askHolder(address)) ?? 'unknown');
}

function tryListen(address: string): Promise<Server | null> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.end(String(process.pid));
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** Returns the pid of the living holder, or null if no process responds. */
function askHolder(address: string): Promise<string | null> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect(address);
    socket.setTimeout(2_000, () => {
      // The process listens but is stopped or busy, so it is alive.
      socket.destroy();
      resolve('unknown');
    });
    socket.on('data', (chunk) => {
      said += chunk.toString();
    });
    socket.on('end', () => resolve(said || 'unknown'));
    socket.on('error', () => resolve(null));
  });
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
