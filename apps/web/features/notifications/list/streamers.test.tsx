import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import arabic from '../../../messages/ar-SA/notifications.json' with { type: 'json' };
import english from '../../../messages/en-US/notifications.json' with { type: 'json' };
import { meQuery } from '../../../shell/me.ts';
import { NotSetUp } from './streamers.tsx';

function shown(locale: 'en-US' | 'ar-SA', isStaff: boolean): string {
  const client = new QueryClient();
  client.setQueryData(meQuery().queryKey, { isStaff } as never);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={locale}
        messages={{ notifications: locale === 'en-US' ? english : arabic }}
        timeZone="UTC"
      >
        <NotSetUp platform="twitch" />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}

test('a manager reads that the platform is not set up and that it is not their fault, and no name of a setting', () => {
  expect(shown('en-US', false)).toContain('Twitch is not set up here');
  expect(shown('en-US', false)).toContain('You did nothing wrong');
  expect(shown('en-US', false)).not.toContain('TWITCH_CLIENT_ID');
  expect(shown('ar-SA', false)).toContain('Twitch غير مُعَدّة هنا');
});

test('staff read which settings are missing', () => {
  for (const locale of ['en-US', 'ar-SA'] as const) {
    expect(shown(locale, true)).toContain('TWITCH_CLIENT_ID, TWITCH_CLIENT_SECRET');
  }
});
