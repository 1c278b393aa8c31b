import type { AnyEndpoint, BodyOf, ParamsOf, QueryOf } from '@tally/contract';
import type { Call, UploadedFile } from '@tally/kernel';
import type { FastifyReply } from 'fastify';
import type { ReadParts } from '../requests/fields.ts';
import type { Serving } from '../serve.ts';

/** A handler's input. The signal is created on first use, because most calls end before their caller leaves. */
export class LiveCall implements Call<AnyEndpoint> {
  readonly params: ParamsOf<AnyEndpoint>;
  readonly query: QueryOf<AnyEndpoint>;
  readonly body: BodyOf<AnyEndpoint>;
  readonly file: UploadedFile | undefined;
  readonly #serving: Serving;
  readonly #reply: FastifyReply;
  #signal: AbortSignal | undefined;

  constructor(about: { serving: Serving; parts: ReadParts; file: UploadedFile | undefined; reply: FastifyReply }) {
    // The schemas behind these types have validated the parts.
    this.params = about.parts.params as never;
    this.query = about.parts.query as never;
    this.body = about.parts.body as never;
    this.file = about.file;
    this.#serving = about.serving;
    this.#reply = about.reply;
  }

  get signal(): AbortSignal {
    const { endpoint, stopping } = this.#serving;
    // Only an event stream has no end of its own, so only there a stop of this process ends it.
    this.#signal ??=
      endpoint.answers === 'events'
        ? AbortSignal.any([leaving(this.#reply, () => true), stopping.signal])
        : leaving(this.#reply, () => !this.#reply.raw.writableFinished);
    return this.#signal;
  }
}

function leaving(reply: FastifyReply, isEarly: () => boolean): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (isEarly()) controller.abort(new Error('the caller went away'));
  });
  return controller.signal;
}
