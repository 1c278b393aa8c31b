import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Node does not report its children's CPU time. The shell's `times` reports it for all that have ended. */
export const hasShell = existsSync('/bin/sh');
const METER = 3;
const script = `"$@" ${METER}>&-; code=$?; times >&${METER}; exit $code`;

export interface Metered {
  readonly command: string;
  readonly args: readonly string[];
  /** The file descriptor to which the shell writes its count; null without a shell. */
  readonly meter: typeof METER | null;
}

/** The priority of the second lane, which gets a quarter of the first lane's time when both cores are busy. */
const POLITE = '5';

export function metered(command: string, args: readonly string[], { isPolite = false } = {}): Metered {
  if (!hasShell) return { command, args, meter: null };
  const shell = ['/bin/sh', '-c', script, 'sh', command, ...args];
  const [first = '', ...rest] = isPolite ? ['nice', '-n', POLITE, ...shell] : shell;
  return { command: first, args: rest, meter: METER };
}

/** Parses the two lines of `times`, for the shell itself and its children, into CPU seconds. */
export function readMeter(printed: string): number | null {
  const parts = [...printed.matchAll(/(\d+)m([\d.]+)s/g)];
  if (parts.length === 0) return null;
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
}

/** Linux reports hundredths of a second at every tick rate of the kernel. */
const TICKS = 100;

/**
 * The CPU seconds of a Postgres server so far. It outlives the steps that use it, so the shell does not count it. Null
 * where the system does not report it.
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

/**
 * Returns the ticks of a process and its ended children. A child that ends during the count is part of its parent's
 * next count.
 */
function ticksOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Trap: the second field is the program's name, which may contain spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
  } catch {
    return 0;
  }
}
