import { type Answer, answerJson, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerJson,
  answerPage,
  answerPicture,
  answerText,
  type Call,
  type Names,
  type Route,
} from '../platform/call.ts';

/** TikTok refuses with 200 and a number in the body. */
export class Refusal extends PlatformRefusal {
  readonly statusCode: number;
  readonly status: number;

  constructor(statusCode: number, message: string, status = 200) {
    super(message);
    this.statusCode = statusCode;
    this.status = status;
  }

  toAnswer(): Answer {
    const { statusCode, message } = this;
    return answerJson(this.status, { statusCode, status_code: statusCode, message, statusMsg: message });
  }
}

export const invalidParameters = (): Refusal => new Refusal(10_201, 'invalid parameters');

/** Ids have 64 bits, more than a JavaScript number can hold, so marked values are written as bare numbers. */
const bare = (id: string): string => `\u0001${id}\u0001`;

export const answerWithBigIds = (write: (bareId: typeof bare) => unknown): Answer => ({
  ...answerJson(200, {}),
  body: JSON.stringify(write(bare)).replace(/"\\u0001(\d+)\\u0001"/g, '$1'),
});
