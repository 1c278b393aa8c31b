/**
 * Runs the embedded engine in its own thread. It is synchronous WASM whose promises settle as microtasks, so in the
 * main thread a busy job loop would block every HTTP request.
 */
import { existsSync } from 'node:fs';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type Results, types } from '@electric-sql/pglite';
import { systemRandom } from '@tally/kernel/time/clock';
import { makeClosedFolder } from '../../files/closed-folder.ts';
import type { SqlErrorFields } from '../sql-state.ts';
import type { Message, Order, Request, WorkerOptions, WorkerResult } from './protocol.ts';

if (!parentPort) throw new Error('the embedded database runs in a worker thread only');
const port = parentPort;
const say = (message: Message): void => port.postMessage(message);
const asText = (value: string): string => value;

// The same list as in drizzle-orm/pglite's session. Functions cannot be sent to a thread, so only the types are.
const momentParsers = Object.fromEntries(
  [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182].map((oid) => [
    oid,
    asText,
  ]),
);

/** A quarter of the engine's default, because the system caches the same pages as well (docs/decisions/0190). */
const SHARED_BUFFERS = '32MB';

const options = workerData as WorkerOptions;
if (options.restoreFrom && options.dataDir && existsSync(join(options.dataDir, 'PG_VERSION'))) {
  throw new Error(`a dump can only be restored into an empty folder, and ${options.dataDir} holds a database`);
}
if (options.dataDir) await makeClosedFolder(options.dataDir);
const pg = await PGlite.create({
  ...(options.dataDir ? { dataDir: options.dataDir } : {}),
  ...(options.restoreFrom ? { loadDataDir: new Blob([await readFile(options.restoreFrom)]) } : {}),
  startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${SHARED_BUFFERS}`],
  // The engine returns int8 as number or bigint, node-postgres as text. We use text for both.
  parsers: { [types.INT8]: asText },
});
const listeners = new Map<string, () => Promise<void>>();

const plain = (result: Results<unknown> | undefined): WorkerResult => ({
  rows: result?.rows ?? [],
  affectedRows: result?.affectedRows ?? 0,
});
const nothing: WorkerResult = { rows: [], affectedRows: 0 };

async function carryOut(order: Order): Promise<WorkerResult> {
  switch (order.kind) {
    case 'query':
      return plain(
        await pg.query(order.text, [...order.params], {
          rowMode: order.rowMode,
          ...(order.momentsAsText ? { parsers: momentParsers } : {}),
        }),
      );
    case 'script': {
      const results = await pg.exec(order.text);
      return { rows: results.flatMap((result) => result.rows), affectedRows: results.at(-1)?.affectedRows ?? 0 };
    }
    case 'listen': {
      const { channel } = order;
      const stop = await pg.listen(channel, (payload) => say({ kind: 'notification', channel, payload }));
      listeners.set(channel, () => stop());
      return nothing;
    }
    case 'unlisten':
      await listeners.get(order.channel)?.();
      listeners.delete(order.channel);
      return nothing;
    case 'dump':
      await writeDump(order.path);
      return nothing;
    case 'close':
      await pg.close();
      return nothing;
  }
}

/** The dump is written under another name and then renamed, so a dump is complete or missing. */
async function writeDump(path: string): Promise<void> {
  const dump = await pg.dumpDataDir('none');
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${systemRandom.uuid()}.part`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(new Uint8Array(await dump.arrayBuffer()));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
}

/** Only the engine's own refusals carry an SQLSTATE and a severity. */
function refusalOf(error: Error): SqlErrorFields | null {
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(error));
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const code = text('code');
  const severity = text('severity');
  if (!code || !severity) return null;
  return {
    message: error.message,
    code,
    severity,
    detail: text('detail'),
    constraint: text('constraint'),
    table: text('table'),
    column: text('column'),
  };
}

async function answer({ id, order }: Request): Promise<void> {
  try {
    say({ kind: 'result', id, value: await carryOut(order) });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const refusal = refusalOf(error);
    if (refusal) {
      say({ kind: 'refused', id, error: refusal });
      return;
    }
    say({ kind: 'failed', id, message: error.message });
    // A bad parameter leaves the engine intact. After a WASM trap nothing works, so this query ends the thread, and the
    // process opens a new one.
    if (!pg.closed) await pg.query('select 1');
  }
  if (order.kind === 'close') port.close();
}

// Requests run in the order of arrival, because the process relies on it (see gate.ts).
let line: Promise<void> = Promise.resolve();
if (options.isMaking) {
  await pg.close();
  port.close();
} else {
  port.on('message', (request: Request) => {
    line = line.then(() => answer(request));
  });
  say({ kind: 'ready' });
}
