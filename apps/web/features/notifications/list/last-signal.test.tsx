import type { JournalRow } from '@tally/contract/notifications/journal';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import arabic from '../../../messages/ar-SA/notifications.json' with { type: 'json' };
import english from '../../../messages/en-US/notifications.json' with { type: 'json' };
import { LastSignal, Took } from './last-signal.tsx';

const at = new Date('2026-11-24T02:00:00Z');
const times = { detected: at, matched: at, queued: at, sent: null, edited: null, seen: null };
const quiet = {
  times,
  outcome: 'skipped',
  reason: 'quietHours',
  kind: 'live',
  explanation: 'It arrived during quiet hours.',
};
const digest = { at: new Date('2026-11-24T07:00:00Z'), timeZone: 'Europe/Berlin', isTold: false, isStopped: false };

const read = (change: Partial<JournalRow>, locale: 'en-US' | 'ar-SA' = 'en-US'): string => {
  const last = { ...quiet, digest: null, ...change } as JournalRow;
  const page = renderToString(
    <NextIntlClientProvider
      locale={locale}
      messages={{ notifications: locale === 'en-US' ? english : arabic }}
      timeZone="UTC"
    >
      <LastSignal last={last} isPending={false} discord={undefined} />
      <Took last={last} />
    </NextIntlClientProvider>,
  );
  return page
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
};

it('a post in the digest shows the digest’s time, by the server’s clock, instead of "not posted"', () => {
  expect(read({ digest })).toBe('Held for the digest at 8:00 AM, Berlin');
  expect(read({ digest: { ...digest, isTold: true } })).toBe('Posted in the digest at 8:00 AM, Berlin');
  expect(read({ digest: { ...digest, isStopped: true } })).toBe('Held: the digest could not be posted yet');
  expect(read({ digest }, 'ar-SA')).toContain('8:00');
  const many = { reason: 'together', explanation: 'So many came at once.', kind: 'clip' } as const;
  expect(read({ ...many, digest: { ...digest, isTold: true } })).toBe('So many came at once.');
  expect(read({})).toBe('It arrived during quiet hours. not posted');
});
