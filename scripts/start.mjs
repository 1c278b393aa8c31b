// `npm start` while it runs: keeps the parts together. Plain JavaScript with almost no imports, because it stays in
// memory as long as the parts do. Reading the settings and waiting for the first answers happens in start.ts, a process
// that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_WITHIN_MS = 12_000;
/** The same number as in apps/server/src/boot/stop.ts. */
const RESTART = 75;

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
let isStopping = false;

// A channel to each child: it notices when we die, however we die.
const start = (args, { env = process.env, cwd, isQuiet = false } = {}) => {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd,
    env,
    stdio: ['ignore', isQuiet ? 'ignore' : 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
};

const startPart = ({ name, args, ...how }) => {
  const child = start(args, how);
  let isExplained = false;
  child.on('message', (message) => {
    if (message.house && starting.connected) starting.send(message);
    // It prints the reason itself, in a sentence.
    if (message.explained) isExplained = true;
  });
  // When one part ends, all others are stopped. If it ended to use new settings, everything starts again.
  child.once('exit', (code) =>
    code === RESTART && !isStopping
      ? startPart({ name, args, ...how })
      : stop(1, isExplained ? '' : `The ${name} stopped (exit code ${code ?? 'none'}); what it said is above.`),
  );
};

// Asks every part to finish its work, and kills those that do not end in time.
async function stop(code, sentence) {
  if (isStopping) return;
  isStopping = true;
  await Promise.all(children.map(stopChild));
  if (sentence) process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

async function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  await gone;
  clearTimeout(timer);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop(0));

const starting = start(['scripts/start.ts', ...process.argv.slice(2)]);
starting.on('message', startPart);
// It has printed the reason.
starting.once('exit', (code) => code !== 0 && void stop(code ?? 1));
