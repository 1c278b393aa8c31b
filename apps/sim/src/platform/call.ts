/** One request to a world, from any server. The path starts after the world's prefix. */
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
  /** The bytes to send per second. By default all are sent at once. */
  readonly bytesPerSecond?: number;
}

export const answerJson = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const answerText = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
  body,
});

export const answerPage = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});

export const answerNothing = (status = 204): Answer => ({ status, headers: {}, body: '' });

/** The file storage's response for a missing file and for a caller without access. */
export const answerDenied: Answer = {
  status: 403,
  headers: { 'content-type': 'application/xml' },
  body: '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code></Error>',
};

export const answerPicture = (bytes: Uint8Array): Answer => ({
  status: 200,
  headers: { 'content-type': 'image/png', 'cache-control': 'max-age=30' },
  body: bytes,
});

export type Names = Readonly<Record<string, string>>;

export interface Route {
  readonly method: string;
  /** A segment like `:name` matches any one word. */
  readonly path: string;
  readonly run: (call: Call, names: Names) => Answer | Promise<Answer>;
}

/** A refusal in the platform's own words. Each world's `Refusal` defines its wire format. */
export abstract class PlatformRefusal extends Error {
  abstract toAnswer(): Answer;
}
