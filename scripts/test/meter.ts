import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node tells nobody how much its children have worked; the shell's `times` does, of all that have come to their end. */
export const hasShell = existsSync('/bin/sh');
const METER = 3;
const script = `"$@" ${METER}>&-; code=$?; times >&${METER}; exit $code`;

export interface Metered {
  readonly command: string;
  readonly args: readonly string[];
  /** Where the shell writes what it has counted; null where there is none. */
  readonly meter: typeof METER | null;
}

/** How polite the second lane is: with both cores wanted, it has a quarter of what the first one has. */
const POLITE = '5';

export function metered(command: string, args: readonly string[], { isPolite = false } = {}): Metered {
  if (!hasShell) return { command, args, meter: null };
  const shell = ['/bin/sh', '-c', script, 'sh', command, ...args];
  const [first = '', ...rest] = isPolite ? ['nice', '-n', POLITE, ...shell] : shell;
  return { command: first, args: rest, meter: METER };
}

/** The CPU seconds in the two lines of `times`: of the shell itself, and of its children. */
export function readMeter(printed: string): number | null {
  const parts = [...printed.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Linux counts in hundredths of a second towards programs, whatever the kernel counts in. */
const TICKS = 100;

/**
 * What a Postgres server has worked until now, in CPU seconds: it outlives the steps that use it, so the shell does not
 * count it. Null where the system does not say.
 */
export function workOfPostgres(dataDir: string): number | null {
  try {
    const [pid = ''] = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    return [pid, ...children].reduce((sum, each) => sum + ticksOf(each), 0) / TICKS;
  } catch {
    return null;
  }
}

/** Its own and those of the children that have ended; one that ends meanwhile is in its parent's next count. */
function ticksOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Trap: the second field is the program's name, which may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}
