import { z } from 'zod';
import { type AnyEndpoint, type BodyOf, bodySchemaOf, type ParamsOf, type QueryOf, type ReplyOf } from './endpoint.ts';
import type { Envelope, Failure } from './envelope.ts';

/** The input of a call, with only the parts that the call declares. */
export type CallInput<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryOf<E>> & Part<'body', BodyOf<E>>;
// oxlint-disable-next-line typescript/no-empty-object-type -- "no keys at all" is exactly what is meant
type Part<K extends string, T> = {} extends T ? { [key in K]?: T } : { [key in K]: T };

export interface WireRequest {
  method: string;
  /** The path and query, below the API's base URL. */
  path: string;
  body: string | undefined;
}

export function encodeRequest<E extends AnyEndpoint>(call: E, input: CallInput<E>): WireRequest {
  const { params, query, body } = input as { params?: unknown; query?: unknown; body?: unknown };
  const encodedParams = z.encode(call.params, params ?? {}) as Record<string, string>;
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(encodedParams[name] ?? ''));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(
    z.encode(call.query, query ?? {}) as Record<string, string | number | boolean | undefined>,
  )) {
    if (value !== undefined) search.set(key, String(value));
  }
  const queryText = search.size > 0 ? `?${search.toString()}` : '';
  const hasBody = body !== undefined && call.method !== 'GET';
  return {
    method: call.method,
    path: path + queryText,
    body: hasBody ? JSON.stringify(z.encode(bodySchemaOf(call, { params, query }), body)) : undefined,
  };
}

/** Decodes an answer, so timestamps become dates and bits become bigints. Returns a failure unchanged. */
export function decodeReply<E extends AnyEndpoint>(call: E, answer: unknown): ReplyOf<E> | Failure {
  const envelope = answer as Envelope<unknown>;
  if (envelope.status === 200 && 'data' in envelope) return z.decode(call.reply, envelope.data) as ReplyOf<E>;
  return envelope as Failure;
}
