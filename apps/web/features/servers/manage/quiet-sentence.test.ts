import type { QuietHours } from '@tally/contract/overrides/quiet-hours';
import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import servers from '../../../messages/en-US/servers.json' with { type: 'json' };
import { quietSentence } from './quiet-sentence.ts';

const t = createTranslator({ locale: 'en-US', messages: { servers }, namespace: 'servers.general' });
const night: QuietHours = { enabled: true, timeZone: 'America/New_York', from: '23:00', until: '08:00', mode: 'skip' };
const said = (quiet: QuietHours | null) =>
  quietSentence(quiet, t, 'en-US')
    .replace(/[\u2068\u2069]/g, '')
    .replaceAll('\u202f', ' ');

test('hours over midnight end on the next day, and the sentence says so', () => {
  expect(said(night)).toBe(
    'From 11:00 PM until 8:00 AM of the next day (New York) nothing is posted. Skipped notifications are not posted later.',
  );
});

test('hours of one day, held for a digest', () => {
  expect(said({ ...night, from: '12:00', until: '14:30', mode: 'digest', timeZone: 'UTC' })).toBe(
    'From 12:00 PM until 2:30 PM (UTC) nothing is posted. At 2:30 PM one message lists what was missed.',
  );
});

test('hours that are off, or without a duration, are described as such', () => {
  expect(said(null)).toBe('Notifications are posted at any time.');
  expect(said({ ...night, enabled: false })).toBe('Notifications are posted at any time.');
  expect(said({ ...night, until: '23:00' })).toBe('The end must differ from the start.');
});
