import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../messages/ar-SA/admin.json' with { type: 'json' };
import english from '../../messages/en-US/admin.json' with { type: 'json' };
import { checksQuery } from './api.ts';
import { Checks } from './checks.tsx';

const fault = { code: 'kickKeysWrong', cause: 'Kick does not accept the keys.', remedy: 'Copy both from your app.' };

function shown(faults: (typeof fault)[], locale: 'en-US' | 'ar-SA' = 'en-US'): string {
  const client = new QueryClient();
  client.setQueryData(checksQuery().queryKey, [
    { check: 'discord', title: 'Discord', faults: [] },
    { check: 'kick', title: 'Kick', faults },
  ]);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={locale}
        messages={{ admin: locale === 'en-US' ? english : arabic }}
        timeZone="UTC"
      >
        <Checks />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('staff see each fault with its remedy, and what works', () => {
  const page = shown([fault]);
  expect(page).toContain('Kick does not accept the keys.');
  expect(page).toContain('Copy both from your app.');
  expect(page.replaceAll(/<[^>]+>/g, '')).toContain('All good Discord');
  expect(page).toContain('Check again');
});

test('no fault is shown when all is well', () => {
  expect(shown([]).replaceAll(/<[^>]+>/g, '')).toContain('All good Discord and Kick');
  expect(shown([], 'ar-SA')).toContain('أعد الفحص');
});
