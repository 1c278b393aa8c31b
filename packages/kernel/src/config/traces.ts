import { z } from 'zod';
import { optional, url } from './values.ts';

/** `name=value` pairs, separated by commas, with percent-encoded values. */
const pairs = optional.refine(isDecodable, 'must be name=value, separated by commas, with percent-encoded values');

function isDecodable(text = ''): boolean {
  try {
    return decodeURIComponent(text) === '' || text.split(',').every((pair) => /^\s*[^=\s]+=/.test(pair));
  } catch {
    return false;
  }
}

const isTraceAddress = (text?: string): boolean =>
  text === undefined || (/^https?:\/\//.test(text) && text.includes('{traceId}') && URL.canParse(text));

export const traceSettings = {
  /** The collector that receives traces by OTLP over HTTP. Without it no traces are sent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal('').transform(() => undefined), url]).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_SERVICE_NAME: optional,
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  /** The fraction of ordinary traces to keep, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
  /** The URL of a trace in the operator's viewer, including `{traceId}`. */
  TRACE_URL: optional.refine(isTraceAddress, 'must be an http or https address with {traceId} in it'),
};
