import type { RoleId } from '@tally/contract/wire/ids';
import { expect, it } from 'vitest';
import { draftOf, emptyDraft, problemsOf, roleOf, sortRefusal } from './roles.ts';

const roleId = '1' as RoleId;
const vip = '2' as RoleId;
const say = (key: string, values: Record<string, number>) => `${key} ${JSON.stringify(values)}`;

it('a role and its draft have the same content', () => {
  const role = { roleId, texts: ['a', 'b'], keepOnOffline: true, filter: { mode: 'blacklist', roles: [vip] } } as const;
  expect(roleOf('statusRoles', draftOf(role as never))).toEqual(role);
  expect(roleOf('autoLiveRoles', draftOf({ roleId, filter: null }))).toEqual({ roleId, filter: null });
  expect(roleOf('statusRoles', { ...emptyDraft, roleId, texts: ' a \n\na\nb ' })).toMatchObject({ texts: ['a', 'b'] });
  expect(roleOf('statusRoles', emptyDraft)).toBeNull();
});

it('finds errors before the API would', () => {
  expect(problemsOf('autoLiveRoles', emptyDraft, say)).toEqual({});
  expect(problemsOf('statusRoles', emptyDraft, say)).toEqual({ texts: 'noTexts {}' });
  const lines = Array.from({ length: 26 }, (_, at) => `text ${at}`).join('\n');
  expect(problemsOf('statusRoles', { ...emptyDraft, texts: lines }, say)).toEqual({
    texts: 'tooManyTexts {"limit":25}',
  });
  const most = ['b'.repeat(128), ...lines.split('\n').slice(2)].join('\n');
  expect(problemsOf('statusRoles', { ...emptyDraft, texts: most }, say)).toEqual({});
  expect(problemsOf('statusRoles', { ...emptyDraft, texts: `a\n${'b'.repeat(129)}` }, say)).toEqual({
    texts: 'longText {"number":2,"limit":128}',
  });
  expect(problemsOf('autoLiveRoles', { ...emptyDraft, mode: 'whitelist' }, say)).toEqual({
    filter: 'noFilterRoles {}',
  });
});

it('a refusal is shown at its fields', () => {
  expect(sortRefusal('texts.1: nothing to look for\nroleId: too high\nguildId: not here\nNo more roles.')).toEqual({
    atFields: { texts: 'nothing to look for', roleId: 'too high' },
    rest: 'Not here\nNo more roles.',
  });
});
