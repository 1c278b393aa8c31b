import { FolderLockedError, isDatabaseDown, isOutOfConnections, MigrationError, sqlStateOf } from '@tally/infra/db';
import { type Config, ConfigError } from '@tally/kernel';
import { explainNoneLeft } from './connections.ts';

/** Returns why the program cannot start, in one sentence for the operator. Undefined if it is our bug. */
export function explainStart(error: unknown, config?: Config): string | undefined {
  if (error instanceof ConfigError || error instanceof FolderLockedError || error instanceof MigrationError) {
    return error.message;
  }
  const { code, port, path } = (error ?? {}) as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop the program that uses it, or set API_PORT to another one.`;
  }
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set API_PORT to another one.`;
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined)
    return `DATA_DIR: this user may not read and write ${path}. Give it to the user that runs this program: chown -R ${process.getuid?.() ?? ''} ${config?.DATA_DIR ?? path}.`;
  if (code === 'ENOSPC') return `DATA_DIR: there is no room left where ${config?.DATA_DIR ?? path} is.`;
  if (code === 'EADDRNOTAVAIL') return `HOST: ${config?.HOST ?? 'it'} is not an address of this machine.`;
  return explainDatabase(error, config);
}

function explainDatabase(error: unknown, config: Config | undefined): string | undefined {
  const where = placeOf(config?.DATABASE_URL);
  if (config === undefined || where === undefined) return undefined;
  const state = sqlStateOf(error);
  if (state === '28P01' || state === '28000') {
    return `DATABASE_URL: the database at ${where} does not accept this user or password.`;
  }
  if (state === '3D000') return `DATABASE_URL: there is no such database at ${where}. Create it first.`;
  if (isOutOfConnections(error)) return explainNoneLeft(where, config);
  return isDatabaseDown(error)
    ? `DATABASE_URL: the database at ${where} can not be reached. Is it running?`
    : undefined;
}

/** Returns host, port and name without the password. */
function placeOf(databaseUrl: string | undefined): string | undefined {
  if (!databaseUrl) return undefined;
  if (!URL.canParse(databaseUrl)) return 'an address that can not be read';
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
