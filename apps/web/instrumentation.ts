import type { Instrumentation } from 'next';
import { reportPrivacy } from './lib/report-privacy.ts';

/** Runs before the first request. Error reporting loads only if a tracker is configured. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const [{ tidyRawRequests }, { brakePages }, { config }] = await Promise.all([
    import('./lib/proxy/raw-requests.ts'),
    import('./lib/proxy/brake-pages.ts'),
    import('./lib/config.ts'),
  ]);
  tidyRawRequests({ trustsProxy: config().TRUST_PROXY, warn: (text) => console.warn(text) });
  brakePages({ trustsProxy: config().TRUST_PROXY });
  if (!process.env.SENTRY_DSN) return;
  const { init } = await import('@sentry/nextjs');
  init({
    dsn: process.env.SENTRY_DSN,
    dataCollection: { ...reportPrivacy, httpBodies: [] },
    tracesSampleRate: 1,
  });
}

export const onRequestError: Instrumentation.onRequestError = async (...about) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || !process.env.SENTRY_DSN) return;
  const { captureRequestError } = await import('@sentry/nextjs');
  captureRequestError(...about);
};
