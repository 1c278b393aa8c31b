import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import arabic from '../../messages/ar-SA/admin.json' with { type: 'json' };
import arabicShell from '../../messages/ar-SA/shell.json' with { type: 'json' };
import english from '../../messages/en-US/admin.json' with { type: 'json' };
import failures from '../../messages/en-US/failures.json' with { type: 'json' };
import shell from '../../messages/en-US/shell.json' with { type: 'json' };
import ui from '../../messages/en-US/ui.json' with { type: 'json' };
import { safetyQuery } from './api.ts';
import { Backups, SafeMode } from './safe-mode.tsx';

vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh() {} }) }));

const since = new Date('2026-01-15T12:00:00.000Z');
const calm = { safeMode: null, isFixed: false, waiting: 0, olderThanHour: 0, backup: null, isNightly: false };
type Safety = Awaited<ReturnType<NonNullable<ReturnType<typeof safetyQuery>['queryFn']>>>;

function shown(about: Partial<Safety>, locale: 'en-US' | 'ar-SA' = 'en-US'): string {
  const client = new QueryClient();
  client.setQueryData(safetyQuery().queryKey, { ...calm, ...about });
  const messages = locale === 'en-US' ? { admin: english, shell } : { admin: arabic, shell: arabicShell };
  const page = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale={locale} messages={{ ...messages, failures, ui }} timeZone="UTC">
        <SafeMode />
        <Backups />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
  return page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

test('in safe mode staff read the reason and what waits, and can leave it', () => {
  const restored = { safeMode: { reason: 'restored' as const, since }, waiting: 3, olderThanHour: 2 };
  const page = shown(restored);
  expect(page).toContain('The database was restored from a backup.');
  expect(page).toContain('3 messages are waiting. Older than an hour: 2.');
  expect(page).toContain('Leave safe mode');
  expect(shown(restored, 'ar-SA')).toContain('3 رسائل تنتظر');
});

test('while the setting is on, they read what to do first', () => {
  const page = shown({ safeMode: { reason: 'setting', since }, isFixed: true });
  expect(page).toContain('Remove SAFE_MODE from the environment and restart.');
  expect(page).not.toContain('Leave safe mode');
});

test('the last backup is shown, and without safe mode nothing about it', () => {
  expect(shown({ backup: { madeAt: since, bytes: 42_000_000 }, isNightly: true })).toContain(
    'Last verified backup: Jan 15, 2026, 12:00 PM, 42 MB',
  );
  expect(shown({})).toContain('No backup yet.');
  expect(shown({})).not.toContain('Safe mode');
});
