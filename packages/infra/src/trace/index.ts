import { type Clock, type Config, type Log, minutes, noTrace, type Timers, type TraceDoor } from '@tally/kernel';
import type { Metrics } from '../metrics/index.ts';
import { createTraces, type Finished } from './door.ts';

export { traceIdOf } from './ids.ts';

interface Around {
  readonly config: Config;
  readonly log: Log;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly metrics: Metrics;
  readonly version: string;
  readonly nodeVersion?: string;
}

export interface Traces {
  readonly trace: TraceDoor;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** An unreachable collector must not delay the end of a process. */
const CLOSE_MS = 1_000;

/**
 * Returns a sentence that explains why no traces are sent although a collector is set.
 * https://www.npmjs.com/package/@opentelemetry/sdk-trace
 */
export function traceTrouble(
  { OTEL_EXPORTER_OTLP_ENDPOINT }: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  version = process.versions.node,
): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (!OTEL_EXPORTER_OTLP_ENDPOINT || major > 22 || (major === 22 && minor >= 15)) return null;
  return `OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces need Node.js 22.15 or newer, and this is ${version}. Update Node.js, or remove the variable.`;
}

/** Loads the packages only if a collector is set. */
export async function openTraces({
  config,
  log,
  clock,
  timers,
  metrics,
  version,
  nodeVersion,
}: Around): Promise<Traces> {
  const off: Traces = { trace: noTrace, close: async () => undefined };
  const trouble = traceTrouble(config, nodeVersion);
  if (trouble) log.warn({}, trouble);
  if (trouble || !config.OTEL_EXPORTER_OTLP_ENDPOINT) return off;
  try {
    const dropped = metrics.counter({
      name: 'tally_spans_dropped_total',
      help: 'Spans that the collector did not get, because the queue was full or it did not accept them.',
    });
    let saidAt = Number.NEGATIVE_INFINITY;
    const onDropped = (count: number, why: string): void => {
      dropped.inc(count);
      if (timers.nowMs() - saidAt < minutes(1)) return;
      saidAt = timers.nowMs();
      log.warn({ count, why }, 'Spans were dropped. Messages are not affected.');
    };
    const onFault = (error: unknown): void => onDropped(1, String(error));
    const { openExport } = await import('./export.ts');
    const exporter = openExport(config, { version, onDropped });
    const send = (span: Finished): void => exporter.send(span);
    const trace = createTraces({ clock, ratio: config.OTEL_TRACES_SAMPLER_ARG, send, onFault });
    return {
      trace,
      async close() {
        await timers.within(CLOSE_MS, exporter.close());
      },
    };
  } catch (error) {
    log.error({ err: error }, 'Traces stay off, because their packages could not be loaded. Run npm install.');
    return off;
  }
}
