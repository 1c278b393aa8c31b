import type * as Sentry from '@sentry/nextjs';

export type SendFailure = 'empty' | 'network' | 'forbidden' | 'timeout';

export class SendError extends Error {
  readonly kind: SendFailure;
  constructor(kind: SendFailure) {
    super(kind);
    this.kind = kind;
  }
}

const CONFIRMED_WITHIN_MS = 5000;

export interface BugReport {
  readonly message: string;
  readonly name: string;
  readonly email: string;
  readonly screenshot: Uint8Array | null;
}

/** The part of the Sentry SDK that sends a report. */
export type Reporter = Pick<typeof Sentry, 'captureFeedback' | 'getClient'>;

/** Sends the report and waits for the tracker's confirmation. */
export function sendReport(sentry: Reporter, { message, name, email, screenshot }: BugReport): Promise<void> {
  if (message.trim() === '') return Promise.reject(new SendError('empty'));
  const client = sentry.getClient();
  if (!client) return Promise.reject(new SendError('network'));
  return new Promise((resolve, reject) => {
    let eventId = '';
    const stop = client.on('afterSendEvent', (event, response) => {
      if (event.event_id !== eventId) return;
      finish();
      const status = response.statusCode ?? 0;
      if (status >= 200 && status < 300) resolve();
      else reject(new SendError(status === 403 ? 'forbidden' : 'network'));
    });
    const timer = setTimeout(() => {
      finish();
      reject(new SendError('timeout'));
    }, CONFIRMED_WITHIN_MS);
    const finish = () => {
      clearTimeout(timer);
      stop();
    };
    eventId = sentry.captureFeedback(
      {
        message,
        url: window.location.href,
        source: 'widget',
        ...(name === '' ? {} : { name }),
        ...(email === '' ? {} : { email }),
      },
      {
        includeReplay: true,
        ...(screenshot
          ? { attachments: [{ data: screenshot, filename: 'screenshot.png', contentType: 'image/png' }] }
          : {}),
      },
    );
  });
}
