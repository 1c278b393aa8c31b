// `npm start` keeps the parts together while it runs. It is plain JavaScript with few imports, because it stays in
// memory. start.ts reads the settings and waits for the first answers in a process that ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const STOP_WITHIN_MS = 12_000;
/** Must equal the number in apps/server/src/boot/stop.ts. */
const RESTART = 75;

/** @type {import('node:child_process').ChildProcess[]} */
const children = [];
let isStopping = false;

// Starts a child with a channel, by which it notices when this process dies for any reason.
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
    // The part has already printed the reason in a sentence.
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
// The process has already printed the reason.
starting.once('exit', (code) => code !== 0 && void stop(code ?? 1));
