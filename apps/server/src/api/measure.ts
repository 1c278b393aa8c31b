import type { Ctx } from '@tally/kernel';
import type { FastifyInstance } from 'fastify';

/** How long each call took, by its name and not by its address: an address holds ids, and there is no end of them. */
export function measure(app: FastifyInstance, { metrics, log }: Pick<Ctx, 'metrics' | 'log'>): void {
  const seconds = metrics.histogram({
    name: 'api_request_seconds',
    help: 'From the first byte of a request to the last of its answer, by call and status.',
    labels: ['call', 'status'],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { call, isOpen } = request.routeOptions.config;
    const name = call?.name ?? (isOpen ? 'house' : 'unknown');
    seconds.observe({ call: name, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    // The log of the process, not the request's: that one is only made when there is something to say.
    log.debug(
      { requestId: request.id, call: name, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
