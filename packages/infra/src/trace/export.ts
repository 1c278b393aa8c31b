import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { Config } from '@tally/kernel';
import type { Finished } from './door.ts';

/** The SDK's default. */
const MOST_WAITING = 2_048;
/** The messaging attributes may still change, so we upgrade them deliberately. */
const schemaUrl = 'https://opentelemetry.io/schemas/1.44.0';

export interface Export {
  send(span: Finished): void;
  close(): Promise<void>;
}

interface About {
  readonly version: string;
  readonly onDropped: (count: number, why: string) => void;
}

/** Sends spans in batches. If the queue is full, a new span is dropped. */
export function openExport(config: Config, { version, onDropped }: About): Export {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: readPairs(config.OTEL_EXPORTER_OTLP_HEADERS),
  });
  let waiting = 0;
  const counting: SpanExporter = {
    export(spans, done) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        if (result.error) onDropped(spans.length, 'the collector did not accept them');
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const queue = new BatchSpanProcessor({ exporter: counting, maxQueueSize: MOST_WAITING });
  const scope = {
    resource: resourceFromAttributes({
      'service.name': `tally-${config.ROLE}`,
      ...readPairs(config.OTEL_RESOURCE_ATTRIBUTES),
      ...(config.OTEL_SERVICE_NAME && { 'service.name': config.OTEL_SERVICE_NAME }),
      'service.version': version,
    }),
    instrumentationScope: { name: 'tally', version, schemaUrl },
  };
  return {
    send(span) {
      if (waiting >= MOST_WAITING) return onDropped(1, 'the queue is full');
      waiting += 1;
      queue.onEnd({ ...scope, ...readable(span) });
    },
    close: () => queue.shutdown(),
  };
}

/** Parses percent-encoded `name=value` pairs. https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
function readPairs(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() ? [[name.trim(), decodeURIComponent(value.join('=').trim())]] : [];
    }),
  );
}

const kinds: Readonly<Record<Finished['kind'], SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

const timeOf = (ms: number): HrTime => [Math.floor(ms / 1_000), (ms % 1_000) * 1e6];

const contextOf = (traceId: string, spanId: string) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

function readable(span: Finished): Omit<ReadableSpan, 'resource' | 'instrumentationScope'> {
  const { traceId, spanId, parentId, name, kind, attributes, error, link } = span;
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  const own = contextOf(traceId, spanId);
  return {
    name,
    kind: kinds[kind],
    spanContext: () => own,
    ...(parentId !== undefined && { parentSpanContext: contextOf(traceId, parentId) }),
    startTime: timeOf(from),
    endTime: timeOf(Math.max(from, to)),
    duration: timeOf(Math.max(0, to - from)),
    status: error === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: error },
    attributes: Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined)),
    links: link ? [{ context: contextOf(link.traceId, link.spanId) }] : [],
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
