import { descendantsOf, listProcesses, type Process } from '../shared/processes.ts';
import type { SimProcess } from './sim.ts';

/** The CPU seconds of all threads. */
export interface Cpu {
  /** The CPU time of this process, which runs the pipeline or the bare loop. */
  readonly own: number;
  readonly sim: number;
  readonly postgres: number;
}

/** Returns null on systems without /proc. */
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

/** Returns the CPU time per message: `own 215, simulator 90, Postgres 160 µs of the processor`. */
export function sayCpu(before: Cpu | null, after: Cpu | null, messages: number): string {
  if (!before || !after) return '';
  const each = (part: keyof Cpu): string => (((after[part] - before[part]) / messages) * 1e6).toFixed(0);
  return `own ${each('own')}, simulator ${each('sim')}, Postgres ${each('postgres')} µs of the processor`;
}
