import { type Answer, answerJson, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerDenied,
  answerJson,
  answerNothing,
  answerPicture,
  type Call,
  type Names,
  type Route,
} from '../platform/call.ts';

const words: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  429: 'Too Many Requests',
};

/** Helix refuses with `{"error":"Unauthorized","status":401,"message":"Invalid OAuth token"}`. */
export class Refusal extends PlatformRefusal {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  toAnswer(): Answer {
    const { status, message } = this;
    return answerJson(status, { error: words[status] ?? 'Error', status, message }, this.headers);
  }
}

export const badRequest = (why: string): Refusal => new Refusal(400, why);
export const unauthorized = (why: string): Refusal => new Refusal(401, why);
