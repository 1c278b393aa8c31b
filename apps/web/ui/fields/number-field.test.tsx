import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NumberField } from './number-field.tsx';

function shown(value: number | null, unit?: 'seconds' | 'minutes'): string {
  const field = (
    <NumberField
      label="Pause"
      unit={unit}
      value={value}
      fallback={5}
      min={0}
      max={43_200}
      rangeText="0 to 43200"
      onChange={() => undefined}
    />
  );
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC">
      {field}
    </NextIntlClientProvider>,
  );
}

test('shows a long duration in words next to its number, but not a short one or a plain number', () => {
  expect(shown(90, 'minutes')).toContain('1 hour 30 minutes');
  expect(shown(43_200, 'minutes')).toContain('30 days');
  expect(shown(90, 'seconds')).toContain('2 minutes');
  expect(shown(null, 'seconds')).not.toContain('second');
  expect(shown(90)).not.toContain('hour');
});

test('a number that another value rules out shows the problem, even within its range', () => {
  const field = (
    <NumberField label="Age" value={5} min={0} max={9} rangeText="0 to 9" isWrong onChange={() => undefined} />
  );
  const page = renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC">
      {field}
    </NextIntlClientProvider>,
  );
  expect(page).toContain('0 to 9');
  expect(page).not.toContain('placeholder=');
});
