import { type Answer, answerJson, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerDenied,
  answerJson,
  answerNothing,
  answerPicture,
  answerText,
  type Call,
  type Names,
  type Route,
} from '../platform/call.ts';

/** The response of kick.com's own calls for a missing object. */
export const missing = (): Answer => answerJson(404, { message: 'Not Found' });

/** Wraps data in the official API's envelope. */
export const answerData = (data: unknown, more: Record<string, unknown> = {}): Answer =>
  answerJson(200, { data, message: 'OK', ...more });

/** A refusal in the official API's envelope: `{"data":"event subscription limit reached","message":"Bad request"}`. */
export class Refusal extends PlatformRefusal {
  readonly status: number;
  readonly data: unknown;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, data: unknown = {}, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.data = data;
    this.headers = headers;
  }

  toAnswer(): Answer {
    return answerJson(this.status, { data: this.data, message: this.message }, this.headers);
  }
}

export const badRequest = (why: string): Refusal => new Refusal(400, 'Bad request', why);
export const unauthorized = (): Refusal => new Refusal(401, 'Unauthorized');
export const forbidden = (why: string): Refusal => new Refusal(403, 'Forbidden', why);
export const notFound = (): Refusal => new Refusal(404, 'Not found');
