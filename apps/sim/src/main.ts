import { startSim } from './start.ts';

const DEFAULT_PORT = 4400;

/** Starts the simulated world as a separate process, with `SIM_PORT` and `HOST` from the environment. */
async function main(): Promise<void> {
  const given = process.env.SIM_PORT ?? '';
  const port = given === '' ? DEFAULT_PORT : Number(given);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return fail(`SIM_PORT: "${given}" is not a port.`);
  const host = process.env.HOST || '127.0.0.1';
  try {
    const sim = await startSim({ port, host });
    const stop = () => void sim.close().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    // The start command holds the other end of this channel. If it dies, this process exits.
    process.once('disconnect', stop);
    // The start command prints all URLs together.
    if (!process.send) process.stdout.write(`The simulated world listens on ${sim.url}\n`);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      return fail(`Port ${port} is taken. Stop the program that uses it, or set SIM_PORT to another one.`);
    }
    throw error;
  }
}

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

await main();
