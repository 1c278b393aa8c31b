import { readdir, readFile } from 'node:fs/promises';
import type { SimProcess } from './sim.ts';

/** Seconds of the processor, of all threads. */
export interface Cpu {
  /** This process: the pipeline, or the bare loop. */
  readonly own: number;
  readonly sim: number;
  readonly postgres: number;
}

/** Null where there is no /proc: then it is not known. */
export async function readCpu(sim: SimProcess): Promise<Cpu | null> {
  const processes = await listProcesses();
  if (processes.length === 0) return null;
  const { user, system } = process.cpuUsage();
  const ours = descendantsOf(process.pid, processes);
  const secondsOf = (those: readonly Process[]): number => those.reduce((sum, each) => sum + each.seconds, 0);
  return {
    own: (user + system) / 1e6,
    sim: secondsOf(ours.filter(({ pid }) => pid === sim.pid)),
    postgres: secondsOf(ours.filter(({ name }) => name === 'postgres')),
  };
}

/** `own 215, simulator 90, Postgres 160 µs of the processor`, for each of so many messages. */
export function sayCpu(before: Cpu | null, after: Cpu | null, messages: number): string {
  if (!before || !after) return '';
  const each = (part: keyof Cpu): string => (((after[part] - before[part]) / messages) * 1e6).toFixed(0);
  return `own ${each('own')}, simulator ${each('sim')}, Postgres ${each('postgres')} µs of the processor`;
}

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly seconds: number;
}

async function listProcesses(): Promise<Process[]> {
  const entries = await readdir('/proc').catch((): string[] => []);
  const found = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(async (name) => await read(name)));
  return found.flatMap((each) => each ?? []);
}

/** The name stands in brackets and may hold anything; behind it proc(5) has the parent, and the times in hundredths of a second. */
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

function descendantsOf(pid: number, processes: readonly Process[]): readonly Process[] {
  const children = processes.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, processes)]);
}
