import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../messages/ar-SA/servers.json' with { type: 'json' };
import english from '../../messages/en-US/servers.json' with { type: 'json' };
import { missingIntentsQuery } from './api.ts';
import { MissingIntents } from './missing-intents.tsx';
import type { MissingPlace } from './missing-sentences.ts';

const refused = [
  { intent: 'GuildMembers' as const, features: ['welcome-leave', 'role-sync', 'live-role'] },
  { intent: 'MessageContent' as const, features: ['starboard'] },
];

function shownOn(place: MissingPlace, about: { locale?: 'en-US' | 'ar-SA'; missing?: typeof refused } = {}): string {
  const { locale = 'en-US', missing = refused } = about;
  const client = new QueryClient();
  client.setQueryData(missingIntentsQuery().queryKey, missing);
  const messages = { servers: locale === 'en-US' ? english : arabic };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale={locale} messages={messages} timeZone="UTC">
        <MissingIntents of={place} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('a page shows what its feature lacks and who can fix it, and nothing about other features', () => {
  expect(shownOn('welcome-leave')).toContain('cannot post welcome or goodbye messages');
  expect(shownOn('welcome-leave')).toContain('Server Members Intent');
  expect(shownOn('starboard')).toContain('not their text');
  expect(shownOn('starboard')).not.toContain('welcomed');
  expect(shownOn('status-roles')).not.toContain('status roles are paused');
  expect(shownOn('role-sync', { locale: 'ar-SA' })).toContain('الأعضاء الجدد');
});

test('shows nothing when all intents are granted', () => {
  expect(shownOn('welcome-leave', { missing: [] })).toBe('');
  expect(shownOn('linked-roles')).toBe('');
});
