import type { Incident } from '@tally/contract/status/history';
import { expect, test } from 'vitest';
import { bodyOf, draftOf, emptyDraft, isReady, patchOf } from './draft-of.ts';

const noticed: Incident = {
  incidentId: '7',
  feedId: '0a0b0c0d-0000-4000-8000-000000000001',
  title: null,
  cause: 'trouble',
  isMaintenance: false,
  impact: 'major',
  components: ['kick'],
  startsAt: new Date('2026-11-26T10:00:42Z'),
  endsAt: null,
  state: 'found',
  updates: [],
  postMortem: '',
  version: 'v',
};

test('does not send untouched fields: seconds stay, and a detected incident needs no title', () => {
  const before = draftOf(noticed);
  expect(patchOf(before, { ...before, postMortem: ' A cable. ' })).toEqual({ postMortem: 'A cable.' });
  expect(isReady(before, { isNew: false, hasTitle: false, kind: 'incident' })).toBe(true);
  expect(patchOf(before, { ...before, endsAt: '2026-11-26T12:00' })).toEqual({ endsAt: new Date('2026-11-26T12:00') });
  expect(patchOf(before, { ...before, impact: 'partial' })).toEqual({ impact: 'partial' });
});

test('a new incident has a title, parts and an update; a maintenance has an end', () => {
  const draft = { ...emptyDraft(new Date()), title: 'Slow', components: ['api'] as const, text: 'We look.' };
  const isNew = { isNew: true, hasTitle: true } as const;
  expect(isReady(draft, { ...isNew, kind: 'incident' })).toBe(true);
  expect(isReady(draft, { ...isNew, kind: 'maintenance' })).toBe(false);
  expect(isReady({ ...draft, text: ' ' }, { ...isNew, kind: 'incident' })).toBe(false);
  expect(isReady({ ...draft, components: [] }, { ...isNew, kind: 'incident' })).toBe(false);
  expect(isReady({ ...draft, endsAt: '2020-01-01T00:00' }, { ...isNew, kind: 'incident' })).toBe(false);
  expect(bodyOf(draft, false)).toMatchObject({ title: 'Slow', endsAt: null, text: 'We look.', isMaintenance: false });
});
