import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compileCache } from './compile-cache.ts';

export interface Part {
  readonly name: string;
  readonly child: ChildProcess;
  isStopping: boolean;
}

const STOP_WITHIN_MS = 12_000;

/** A child with a channel to us: it notices when we die, however we die. */
export function startPart(options: {
  name: string;
  args: string[];
  env: Record<string, string>;
  cwd?: string | undefined;
  /** Its own announcement would repeat ours. Complaints are always shown. */
  isQuiet?: boolean;
  whenGone: (name: string, code: number | null) => void;
}): Part {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...options.args], {
    cwd: options.cwd,
    // Next forces its own idea of NODE_ENV; the other parts read ours.
    env: { ...process.env, ...compileCache, ...options.env },
    stdio: ['ignore', options.isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  const part: Part = { name: options.name, child, isStopping: false };
  child.once('exit', (code) => {
    if (!part.isStopping) options.whenGone(part.name, code);
  });
  return part;
}

/** Asks every part to finish what it has begun; what does not go in time is ended. */
export async function stopParts(parts: readonly Part[]): Promise<void> {
  await Promise.all(parts.map(stopPart));
}

async function stopPart(part: Part): Promise<void> {
  part.isStopping = true;
  if (part.child.exitCode !== null || part.child.signalCode !== null) return;
  const gone = once(part.child, 'exit');
  part.child.kill('SIGTERM');
  const timer = setTimeout(() => part.child.kill('SIGKILL'), STOP_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}
