import type { AnyEndpoint, BodyOf, Home, ParamsOf, QueryOf, ReplyOf } from '@tally/contract';
import type { Ctx } from './ctx.ts';

/** A file that is streamed to the caller instead of an envelope. */
export interface Download {
  readonly contentType: string;
  readonly fileName: string;
  readonly stream: ReadableStream<Uint8Array>;
}

/** An answer that redirects the caller. */
export interface Redirect {
  readonly redirectTo: string;
}

/** Server-sent events. Each item is one `data:` line of JSON, and the stream ends when the caller disconnects. */
export interface Events {
  readonly events: AsyncIterable<unknown>;
}

export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface Call<E> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Present only where the endpoint declares an upload. */
  readonly file: UploadedFile | undefined;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}

export type Handler<E extends AnyEndpoint> = (
  ctx: Ctx,
  call: Call<E>,
) => Promise<ReplyOf<E> | Download | Redirect | Events>;

export interface Route {
  readonly endpoint: AnyEndpoint;
  readonly handler: Handler<AnyEndpoint>;
}

/** Pairs every endpoint of a home with its handler. A missing or extra handler is a type error. */
export function implement<H extends Home>(home: H, handlers: { [K in keyof H]: Handler<H[K]> }): readonly Route[] {
  return Object.entries(home).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name] as Handler<AnyEndpoint>,
  }));
}
