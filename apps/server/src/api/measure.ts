import type { Ctx } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';

/** Measures each call by name, not by URL, because URLs contain ids, so their number has no limit. */
export function measure(app: FastifyInstance, { metrics, log }: Pick<Ctx, 'metrics' | 'log'>): void {
  const seconds = metrics.histogram({
    name: 'api_request_seconds',
    help: 'From the first byte of a request to the last of its answer, by call and status.',
    labels: ['call', 'status'],
  });
  // Looking up labels costs more than counting, and there are few pairs.
  const timers = new Map<string, { observe(seconds: number): void }>();
  const timerOf = (call: string, status: number) => {
    const key = `${call} ${status}`;
    const timer = timers.get(key) ?? seconds.labels(call, String(status));
    timers.set(key, timer);
    return timer;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { call, isOpen } = request.routeOptions.config;
    const name = call?.name ?? (isOpen ? 'house' : 'unknown');
    const ms = reply.elapsedTime;
    timerOf(name, reply.statusCode).observe(ms / 1000);
    // This uses the log of the process, because creating a log for each request would cost too much.
    log.debug({ requestId: request.id, call: name, status: reply.statusCode, ms: Math.round(ms) }, 'answered');
    done();
  });
}
