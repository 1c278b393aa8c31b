import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import english from '../../../messages/en-US/giveaways.json' with { type: 'json' };
import type { FormProps } from './parts.tsx';
import { SpanField } from './span-field.tsx';

const limits = { hours: 24 * 14, requirements: 3, scheduleHours: 720, atOnce: 5, winners: 10 };

function shown(durationMinutes: number | null, problems: readonly string[] = []): string {
  const props = { draft: { durationMinutes }, problems: new Set(problems), limits } as unknown as FormProps;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" messages={{ giveaways: english }} timeZone="UTC">
      <SpanField {...props} name="durationMinutes" onChange={() => undefined} />
    </NextIntlClientProvider>,
  );
}

test.each([
  [20_160, '14', 'days'],
  [120, '2', 'hours'],
  [95, '95', 'minutes'],
])('%i minutes are shown as %s %s', (minutes, figure, unit) => {
  expect(shown(minutes)).toContain(`value="${figure}"`);
  expect(shown(minutes)).toContain(unit);
});

test('a limit is written as a length', () => {
  expect(shown(null)).toContain('Up to 14 days with your plan.');
  expect(shown(99_999, ['durationMinutes'])).toContain('From 1 minute to 14 days.');
});
