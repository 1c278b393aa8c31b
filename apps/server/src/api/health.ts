import { BlockList } from 'node:net';
import { AppError, type Ctx } from '@tally/kernel';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendText, successText } from './answers/answer.ts';
import { privateCache } from './answers/headers.ts';

/** A dependency without which this process is useless. */
export interface ReadyCheck {
  readonly name: string;
  /** Resolves if everything works. Otherwise the error's message is the reason. */
  readonly check: (signal: AbortSignal) => Promise<void>;
  /** A later response counts as a failure. */
  readonly withinMs?: number;
  /** If true, a failure is reported, but the process stays ready. */
  readonly isPart?: boolean;
}

const WITHIN_MS = 2000;

/** Serves `/health` (this process answers), `/ready` (send it requests) and `/metrics` for Prometheus. */
export function answerHealth(
  app: FastifyInstance,
  about: { checks: readonly ReadyCheck[]; metrics: Ctx['metrics'] },
): void {
  const config = { isOpen: true };
  app.get('/health', { config }, async (_request, reply) =>
    sendText(reply.headers(privateCache), successText({ up: true })),
  );

  app.get('/ready', { config }, async (request, reply) => {
    const states = await Promise.all(about.checks.map(runCheck));
    // Reasons contain addresses, files and statements, so only our own network sees them.
    const isOurs = isDirect(request);
    const faults = states.filter(({ reason, isPart }) => reason !== null && !isPart);
    if (faults.length > 0) {
      throw new AppError(
        'unavailable',
        {},
        faults.map(({ name, reason }) => (isOurs ? `${name}: ${reason}` : name)),
      );
    }
    const parts = states.map(({ name, reason }) => [name, reason === null ? 'ok' : isOurs ? reason : 'failed']);
    return sendText(reply.headers(privateCache), successText(Object.fromEntries(parts)));
  });

  const { metrics } = about;
  const ready = metrics.gauge({
    name: 'tally_ready',
    help: '1 while the check of `/ready` passes.',
    labels: ['check'],
    async collect() {
      for (const { name, reason } of await Promise.all(about.checks.map(runCheck)))
        ready.set({ check: name }, reason === null ? 1 : 0);
    },
  });
  app.get('/metrics', { config }, async (request, reply) => {
    // Metrics are only for our own network. Other callers get a 404.
    if (!isDirect(request)) throw new AppError('unknownCall');
    return reply
      .headers(privateCache)
      .header('content-type', metrics.contentType)
      .send(await metrics.text());
  });
}

async function runCheck({
  name,
  check,
  withinMs = WITHIN_MS,
  isPart = false,
}: ReadyCheck): Promise<{ name: string; reason: string | null; isPart: boolean }> {
  const signal = AbortSignal.timeout(withinMs);
  const late = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${withinMs} ms`)), { once: true });
  });
  try {
    await Promise.race([check(signal), late]);
    return { name, reason: null, isPart };
  } catch (error) {
    return { name, reason: error instanceof Error ? error.message : 'not known', isPart };
  }
}

const near = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  near.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  near.addSubnet(network, bits, 'ipv6');

/**
 * Returns true for a program on our network that calls this process directly. A forwarded request may come from
 * anywhere: in a container the proxy has an address on our network, and often every visitor does too.
 */
const isDirect = ({ ip, headers }: FastifyRequest): boolean =>
  isNear(ip) && ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].every((name) => headers[name] === undefined);

/** Returns true for loopback and private networks. An IPv4 address over an IPv6 socket counts as IPv4. */
export const isNear = (ip: string): boolean => near.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4');
