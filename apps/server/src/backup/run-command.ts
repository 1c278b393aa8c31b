import { BackupError } from '@tally/infra/backup';
import { readConfig } from '@tally/kernel';
import { explainStart } from '../boot/explain.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** Runs a command of the operator. Prints its lines, or one sentence about the problem with exit code 1. */
export async function runCommand(usage: string, work: (env: Env) => Promise<readonly string[]>): Promise<void> {
  try {
    // Settings such as ROLE=api have no effect on a command.
    const lines = await work({ ...process.env, ROLE: 'all' });
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`${sentenceOf(error, usage)}\n`);
    process.exitCode = 1;
  }
}

function sentenceOf(error: unknown, usage: string): string {
  if (error instanceof BackupError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${(error as Error).message}\n${usage}`;
  const explained = explainStart(error, readConfigOrNone());
  return explained ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

function readConfigOrNone() {
  try {
    return readConfig({ ...process.env, ROLE: 'all' });
  } catch {
    return undefined;
  }
}
