/** One request as this world sees it, whatever server carried it. The path starts after `/kick`. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const answerJson = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const answerNothing = (status = 204): Answer => ({ status, headers: {}, body: '' });

export const answerPicture = (bytes: Uint8Array): Answer => ({
  status: 200,
  headers: { 'content-type': 'image/png', 'cache-control': 'max-age=30' },
  body: bytes,
});

/** The official API's envelope. */
export const answerData = (data: unknown, more: Record<string, unknown> = {}): Answer =>
  answerJson(200, { data, message: 'OK', ...more });

/** A refusal in the official API's envelope, e.g. `{"data":"event subscription limit reached","message":"Bad request"}`. */
export class Refusal extends Error {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, data: unknown = {}, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.data = data;
    this.headers = headers;
  }
}

export const badRequest = (why: string): Refusal => new Refusal(400, 'Bad request', why);
export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');
export const forbidden = (why: string): Refusal => new Refusal(403, 'Forbidden', why);
export const notFound = (): Refusal => new Refusal(404, 'Not found');

export const answerRefusal = (refusal: Refusal): Answer =>
  answerJson(refusal.status, { data: refusal.data, message: refusal.message }, refusal.headers);

export type Names = Readonly<Record<string, string>>;

export interface Route {
  readonly method: string;
  /** `:name` matches one segment. */
  readonly path: string;
  readonly run: (call: Call, names: Names) => Answer | Promise<Answer>;
}
