import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SimEvent } from '../events.ts';
import type { Shared, Target } from '../world.ts';

const BEAT_MS = 15_000;

/** `/control/events`: everything that changes, as server-sent events. */
export function serveEvents(shared: Shared, call: { req: IncomingMessage; res: ServerResponse; target: Target }): void {
  const { req, res, target } = call;
  const only = target.query.get('world');
  res.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'access-control-allow-origin': '*',
  });
  const write = (event: SimEvent) => {
    if (only === null || event.world === only || event.world === 'sim')
      res.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`);
  };
  const last = Number(req.headers['last-event-id'] ?? Number.NaN);
  res.write(': the simulated world\n\n');
  if (Number.isInteger(last)) for (const event of shared.events.since(last)) write(event);
  const stop = shared.events.subscribe(write);
  const beat = setInterval(() => res.write(': beat\n\n'), BEAT_MS);
  res.on('close', () => {
    clearInterval(beat);
    stop();
  });
}
