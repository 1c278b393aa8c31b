import { createServer } from 'node:net';

export interface WantedPort {
  readonly variable: string;
  readonly port: number;
}

/** Checks the ports before any part starts, so the error is one sentence instead of a child's failure. */
export async function firstTakenPort(wanted: readonly WantedPort[]): Promise<WantedPort | undefined> {
  for (const each of wanted) {
    if (!(await isFree(each.port))) return each;
  }
  return undefined;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
