import { type Answer, answerJson, PlatformRefusal } from '../platform/call.ts';

export {
  type Answer,
  answerJson,
  answerNothing,
  answerPage,
  answerPicture,
  answerText,
  type Call,
  type Names,
  type Route,
} from '../platform/call.ts';

interface Reason {
  readonly reason: string;
  readonly domain?: string;
  readonly location?: string;
  readonly locationType?: string;
  /** Newer errors repeat the reason in capital letters. */
  readonly word?: string;
  readonly detail?: string;
}

/** A refusal in Google's format: https://developers.google.com/youtube/v3/docs/errors */
export class Refusal extends PlatformRefusal {
  readonly status: number;
  readonly why: Reason;

  constructor(status: number, message: string, why: Reason) {
    super(message);
    this.status = status;
    this.why = why;
  }

  toAnswer(): Answer {
    const { status, message } = this;
    const { reason, domain = 'global', location, locationType, word, detail } = this.why;
    const service = { service: 'youtube.googleapis.com' };
    return answerJson(status, {
      error: {
        code: status,
        message,
        errors: [{ message, domain, reason, ...(location === undefined ? {} : { location, locationType }) }],
        ...(word ? { status: word } : {}),
        ...(detail
          ? {
              details: [
                {
                  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
                  reason: detail,
                  domain: 'googleapis.com',
                  metadata: service,
                },
              ],
            }
          : {}),
      },
    });
  }
}

export const badParameter = (name: string, message: string, reason = 'invalidParameter'): Refusal =>
  new Refusal(400, message, { reason, domain: 'youtube.parameter', location: name, locationType: 'parameter' });

/** Calls about the caller need a person's token. */
export const unsigned = (name: string): Refusal =>
  new Refusal(401, `The request uses the ${name} parameter but is not properly authorized.`, {
    reason: 'authorizationRequired',
    domain: 'youtube.common',
    location: 'Authorization',
    locationType: 'header',
  });

export const notFound = (name: string, about: { domain: string; reason: string; message: string }): Refusal =>
  new Refusal(404, about.message, { ...about, location: name, locationType: 'parameter' });
