import { expect, test } from 'vitest';
import { draftOf } from './draft-of.ts';
import { presetFor, presetNames, presetOf } from './presets.ts';

const begun = draftOf(null);

test('a new room is careful, each preset is recognized, and a changed detail matches no preset', () => {
  expect(presetOf(begun)).toBe('careful');
  for (const name of presetNames) expect(presetOf({ ...begun, ...presetFor(begun, name) })).toBe(name);
  expect(presetOf({ ...begun, perPerson: 4 })).toBeNull();
});

test('a preset changes who may request, and no other command', () => {
  const { permissions } = presetFor(begun, 'subscribers');
  expect(permissions.find(({ command }) => command === 'request')?.onKick).toEqual([
    'sub',
    'vip',
    'mod',
    'broadcaster',
  ]);
  const others = (list: typeof permissions) => list.filter(({ command }) => command !== 'request');
  expect(others(permissions)).toEqual(others(begun.permissions));
});
