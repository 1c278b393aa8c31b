import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { CallError } from '../lib/call.ts';
import type { NameOfField } from '../lib/words/plain-refusal.ts';
import failures from '../messages/en-US/failures.json' with { type: 'json' };
import { useFailure } from './failed.tsx';

function Said({ error, nameOf }: { error: Error; nameOf?: NameOfField }) {
  return useFailure(error, nameOf);
}

const read = (error: Error, nameOf?: NameOfField): string =>
  renderToString(
    <NextIntlClientProvider locale="en-US" messages={{ failures }} timeZone="UTC">
      <Said error={error} {...(nameOf ? { nameOf } : {})} />
    </NextIntlClientProvider>,
  );

const refusal = new CallError({
  kind: 'refused',
  fallback: 'updateGuild',
  status: 400,
  code: 'invalidFields',
  text: 'welcomeChannelId: this channel is not in this server.',
});

it('no form shows the path of a field: it shows the name on the page, or nothing', () => {
  expect(read(refusal)).toBe('This channel is not in this server.');
  const nameOf: NameOfField = (field) => (field === 'welcomeChannelId' ? 'Welcome channel' : null);
  expect(read(refusal, nameOf)).toBe('Welcome channel: this channel is not in this server.');
});

it('any other sentence of the API is left as it is', () => {
  const text = 'note: somebody is followed already.';
  expect(
    read(new CallError({ kind: 'refused', fallback: 'updateGuild', status: 409, code: 'alreadyFollowed', text })),
  ).toBe(text);
});
