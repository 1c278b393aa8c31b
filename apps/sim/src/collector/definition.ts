import { z } from 'zod';
import { answerJson } from '../platform/call.ts';
import { createControls } from '../platform/controls.ts';
import type { Doors, SeenRequest } from '../platform/doors.ts';
import { openPlatform } from '../platform/open.ts';
import type { Shared, WorldDefinition } from '../world.ts';

const value = z.strictObject({ stringValue: z.string() }).or(z.strictObject({ intValue: z.number().int() }));
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));
const traceId = z.string().regex(/^(?!0+$)[0-9a-f]{32}$/);
const spanId = z.string().regex(/^(?!0+$)[0-9a-f]{16}$/);
const nanoseconds = z.string().regex(/^\d{19}$/);

const Span = z.looseObject({
  traceId,
  spanId,
  parentSpanId: spanId.optional(),
  name: z.string().min(1),
  kind: z.number().int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  links: z.array(z.looseObject({ traceId, spanId })),
  status: z.looseObject({ code: z.number().int().min(0).max(2) }),
});
type Span = z.output<typeof Span>;

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/collector/trace/v1/trace_service.proto */
const Request = z.strictObject({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(Span), schemaUrl: z.string().optional() })),
    }),
  ),
});

interface CollectorWorld {
  readonly doors: Doors;
  readonly requests: SeenRequest[];
  /** All received bodies, for tests that search for secrets. */
  readonly bodies: string[];
  readonly spans: Span[];
  isAway: boolean;
}

const createCollector = (shared: Shared) =>
  openPlatform<CollectorWorld>(shared, {
    name: 'collector',
    create: (doors) => ({ doors, requests: [], bodies: [], spans: [], isAway: false }),
    routes: (world) => [
      {
        method: 'POST',
        path: '/v1/traces',
        run({ headers, body }) {
          if (!headers['content-type']?.startsWith('application/json'))
            return answerJson(415, { code: 3, message: 'unsupported content type' });
          const read = Request.safeParse(parse(body));
          if (!read.success) return answerJson(400, { code: 3, message: read.error.issues[0]?.message ?? 'malformed' });
          world.bodies.push(body);
          world.spans.push(
            ...read.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
          );
          return answerJson(200, { partialSuccess: {} });
        },
      },
    ],
    controls: (world) =>
      createControls(
        world,
        { away: z.strictObject({ isAway: z.boolean() }) },
        {
          away({ isAway }) {
            world.isAway = isAway;
          },
        },
      ),
    summary: ({ spans, bodies, requests }) => ({ spans, bodies, requests }),
    trouble: ({ isAway }) => (isAway ? answerJson(503, { code: 14, message: 'unavailable' }) : null),
    limited: () => answerJson(429, { code: 8, message: 'too many requests' }),
    malformed: () => answerJson(400, { code: 3, message: 'malformed' }),
    isQuiet: () => false,
  });

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** A collector that receives traces by OTLP in its JSON form. */
export const collector: WorldDefinition = { name: 'collector', prefix: '/collector', create: createCollector };
