import { setTimeout as pause } from 'node:timers/promises';
import { type ClientName, clients } from './clients.ts';

/** Runs one client and reports its memory and CPU time. Needs `--expose-gc`. */
const name = process.argv[2] as ClientName;
const api = process.argv[3] ?? '';
const usedIn = { servers: Number(process.argv[4]), every: Number(process.argv[5]) };

const began = { cpu: process.cpuUsage(), at: 0, peak: 0 };
const watch = setInterval(() => (began.peak = Math.max(began.peak, process.memoryUsage.rss())), 50);

function ended(): void {
  const { user, system } = process.cpuUsage(began.cpu);
  process.send?.({ ended: { cpuMs: (user + system) / 1000, wallMs: performance.now() - began.at, peak: began.peak } });
}

async function memory(): Promise<{ rss: number; held: number }> {
  for (let round = 0; round < 4; round += 1) {
    globalThis.gc?.();
    await pause(50);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, held: heapUsed + external };
}

process.on('message', (wish) => {
  if (wish === 'memory') void memory().then((told) => process.send?.({ memory: told }));
  if (wish === 'begin') {
    Object.assign(began, { cpu: process.cpuUsage(), at: performance.now(), peak: process.memoryUsage.rss() });
    process.send?.({ begun: true });
  }
});
process.on('disconnect', () => process.exit());
await clients[name]({ api, ended, usedIn });
process.send?.({ connected: true });
watch.unref();
