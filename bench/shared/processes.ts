import { readdir, readFile } from 'node:fs/promises';

/** A process from Linux's /proc, which other systems do not have. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** The CPU time of all the process's threads. */
  readonly seconds: number;
}

export async function listProcesses(): Promise<Process[]> {
  const entries = await readdir('/proc').catch((): string[] => []);
  const found = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(async (name) => await read(name)));
  return found.flatMap((each) => each ?? []);
}

/**
 * The name in brackets may contain any character. The parent and the times in hundredths of a second follow it, see
 * proc(5).
 */
async function read(pid: string): Promise<Process | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    seconds: (Number(fields[11]) + Number(fields[12])) / 100,
  };
}

export function descendantsOf(pid: number, processes: readonly Process[]): readonly Process[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, processes)]);
}

export interface Memory {
  /** The resident memory of the process in MiB. */
  readonly rss: number;
  /** The proportional memory of the process in MiB, which divides shared pages (Node's program) among processes. */
  readonly pss: number;
  /** The peak memory since the process started. */
  readonly peak: number;
}

export async function readMemory(pid: number): Promise<Memory> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const mebibytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(told)?.[1] ?? 0) / 1_024;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1_024;
  return { rss: mebibytes('Rss'), pss: mebibytes('Pss'), peak };
}

/** Returns the command line of a process. */
export const readCommand = async (pid: number): Promise<string> => await readFile(`/proc/${pid}/cmdline`, 'utf8');
