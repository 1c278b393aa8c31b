import { type Answer, answerPage, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerJson,
  answerPage,
  answerPicture,
  answerText,
  type Call,
  type Route,
} from '../platform/call.ts';

/** Rumble refuses with a page for every kind of call. */
export class Refusal extends PlatformRefusal {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }

  toAnswer(): Answer {
    const title = `${this.status} - ${this.message}`;
    return answerPage(
      this.status,
      `<!DOCTYPE html><html><head><title>${title}</title></head><body>${title}</body></html>`,
    );
  }
}

export const notFound = (): Refusal => new Refusal(404, 'Not found');
