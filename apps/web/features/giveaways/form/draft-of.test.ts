import { ChannelId, RoleId } from '@tally/contract/wire/ids';
import { expect, test } from 'vitest';
import {
  bodyOf,
  countNeeds,
  draftOfSettings,
  emptyGiveaway,
  endOf,
  patchOf,
  problemsOf,
  templateOf,
} from './draft-of.ts';
import { previewOf } from './preview-of.ts';

const now = new Date('2026-11-24T12:00:00Z');
const channelId = ChannelId.parse('100000000000000001');
const role = RoleId.parse('200000000000000001');
const limits = { hours: 336, requirements: 1, scheduleHours: 24, atOnce: 5, winners: 20 };
const lamp = { ...emptyGiveaway, channelId, name: 'A lamp' };

test('a plain giveaway has no requirements that were not chosen', () => {
  expect(problemsOf(lamp, { now, limits })).toEqual(new Set());
  expect(bodyOf(lamp)).toMatchObject({ name: 'A lamp', requirements: null, entryFilter: null, followsStream: null });
  expect(bodyOf(lamp)).not.toHaveProperty('codeword');
  expect(bodyOf(lamp)).not.toHaveProperty('endsAt');
});

test('finds errors before the API would', () => {
  expect([...problemsOf(emptyGiveaway, { now, limits })].sort()).toEqual(['channelId', 'name']);
  expect(problemsOf({ ...lamp, name: '   ' }, { now, limits })).toContain('name');
  expect(problemsOf({ ...lamp, endsAt: '2020-01-01T00:00' }, { now, limits })).toContain('endsAt');
  expect(problemsOf({ ...lamp, endsAt: 'no' }, { now, limits })).toContain('endsAt');
  for (const winnerCount of [0, -1, 101, 1.5, null]) {
    expect(problemsOf({ ...lamp, winnerCount }, { now, limits })).toContain('winnerCount');
  }
  expect(problemsOf({ ...lamp, roleBonuses: [{ roles: [], additionalEntries: 2 }] }, { now, limits })).toContain(
    'roleBonuses',
  );
  for (const image of ['javascript:alert(1)', 'http://example.com/lamp.png']) {
    expect(problemsOf({ ...lamp, image }, { now, limits })).toContain('image');
  }
  for (const image of ['https://example.com/lamp.png', 'http://localhost:3000/files/pictures/1/a.png']) {
    expect(problemsOf({ ...lamp, image }, { now, limits })).not.toContain('image');
  }
});

test('finds what exceeds the plan, and accepts its exact limit', () => {
  const found = (change: object) => [...problemsOf({ ...lamp, ...change }, { now, limits })];
  const within = { winnerCount: 20, durationMinutes: 336 * 60, startsAt: '2026-11-25T12:00:00Z', boostingServer: true };
  expect(found(within)).toEqual([]);
  expect(found({ winnerCount: 21 })).toEqual(['winnerCount']);
  expect(found({ durationMinutes: 336 * 60 + 1 })).toEqual(['durationMinutes']);
  expect(found({ startsAt: '2026-11-25T12:01:00Z' })).toEqual(['startsAt']);
  expect(found({ startsAt: '2026-11-24T14:00:00Z', endsAt: '2026-11-24T13:00:00Z' })).toEqual(['endsAt']);
  expect(found({ endsAt: '2026-12-24T20:00' })).toEqual(['endsAt']);
  expect(found({ boostingServer: true, needRoles: [role] })).toEqual(['needRoles']);
  expect([...problemsOf({ ...lamp, winnerCount: 21 }, { now, limits: undefined })]).toEqual([]);
});

test('sends only the changed fields; a changed part sends its whole field', () => {
  const changed = { ...lamp, needRoles: [role], winnerCount: 3 };
  expect(patchOf(changed, ['winnerCount'])).toEqual({ winnerCount: 3 });
  expect(patchOf(changed, ['needRoles'])).toMatchObject({ requirements: { roles: [role] } });
  expect(countNeeds(changed)).toBe(1);
});

test('a template contains the settings for the next one, and reads back unchanged', () => {
  const draft = { ...lamp, codeword: 'sesame', needRoles: [role], endsAt: '2026-12-24T20:00', claimMinutes: 60 };
  const kept = templateOf(draft);
  expect(kept).not.toHaveProperty('codeword');
  expect(kept).not.toHaveProperty('endsAt');
  expect(draftOfSettings(kept)).toEqual({ ...draft, codeword: null, endsAt: null });
});

test('the preview knows that there is a codeword, and never which', () => {
  const about = { state: 'running', end: null, noName: 'The prize' } as const;
  expect(previewOf({ ...lamp, codeword: 'sesame' }, about)).toMatchObject({ hasCodeword: true });
  expect(JSON.stringify(previewOf({ ...lamp, codeword: 'sesame' }, about))).not.toContain('sesame');
  expect(previewOf({ ...lamp, codeword: '  ' }, about)).toMatchObject({ hasCodeword: false });
});

test('the end counts from the start, or is the chosen moment', () => {
  expect(endOf({ ...lamp, durationMinutes: 60, startsAt: '2026-11-24T12:30:00Z' }, now)).toEqual(
    new Date('2026-11-24T13:30:00Z'),
  );
  // A start time that has passed while the page was open means "now".
  expect(endOf({ ...lamp, durationMinutes: 60, startsAt: '2026-11-24T11:00:00Z' }, now)).toEqual(
    new Date('2026-11-24T13:00:00Z'),
  );
  expect(endOf({ ...lamp, endsAt: '2026-12-24T20:00' }, now)).toEqual(new Date('2026-12-24T20:00'));
  expect(endOf({ ...lamp, durationMinutes: null }, now)).toBeNull();
});
