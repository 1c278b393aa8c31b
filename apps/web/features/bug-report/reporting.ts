import type * as Sentry from '@sentry/nextjs';
import { reportPrivacy } from '../../lib/report-privacy.ts';

let started: Promise<typeof Sentry> | undefined;

/** Loads the reporter and starts it once. Its code is larger than a page, so nothing waits for it. */
export function startReporting(dsn: string): Promise<typeof Sentry> {
  started ??= start(dsn);
  return started;
}

async function start(dsn: string): Promise<typeof Sentry> {
  const sentry = await import('@sentry/nextjs');
  sentry.init({
    dsn,
    tunnel: '/api/tunnel',
    dataCollection: { ...reportPrivacy, httpBodies: [] },
    tracesSampleRate: 1,
    replaysSessionSampleRate: process.env.NODE_ENV === 'production' ? 0.4 : 1,
    replaysOnErrorSampleRate: 1,
    // Private input stays private: replays contain no text and no pictures.
    integrations: [sentry.replayIntegration({ maskAllText: true, blockAllMedia: true })],
  });
  return sentry;
}
