import { systemTimers } from '@tally/kernel';
import { expect, test } from 'vitest';
import { type Admission, createAdmittance, createClaims } from './admission.ts';

const gate = { admission: 'alone' as Admission, claim: () => Promise.resolve(true) };
const at = (admission: Admission) => {
  const own = { ...gate, admission };
  return { own, admit: createAdmittance(own) };
};
const joined = { guild_id: '1', user: { id: '2' } };

test('alone, a set passes on everything; a new set passes on only the present state, and interactions are always claimed', () => {
  expect(at('alone').admit('memberJoined', joined)).toBe(true);
  expect(at('leading').admit('memberJoined', joined)).toBe(true);
  expect(at('muted').admit('memberJoined', joined)).toBe(false);
  expect(at('muted').admit('serverSeen', '1')).toBe(true);
  for (const admission of ['leading', 'muted', 'claiming'] as const)
    expect(at(admission).admit('interaction', { id: '7' })).toBe('interaction 7');
});

test('an event is not written out while there is nothing to claim', () => {
  const unread = {
    toJSON: (): never => {
      throw new Error('written out');
    },
  };
  expect(at('alone').admit('messagePosted', unread)).toBe(true);
  expect(at('leading').admit('messagePosted', unread)).toBe(true);
  expect(at('muted').admit('messagePosted', unread)).toBe(false);
});

test('both sets claim an event by the same key, and a person who does the same thing twice has done it twice', () => {
  const [one, other] = [at('claiming').admit, at('claiming').admit];
  const keys = [1, 2].map(() => one('memberJoined', joined));
  expect(keys).toEqual([1, 2].map(() => other('memberJoined', { ...joined })));
  expect(new Set(keys).size).toBe(2);
  expect(one('messagePosted', { id: '9', content: 'hi' })).toBe('messagePosted 9');
  expect(one('memberLeft', joined)).not.toBe(keys[0]);
});

test('a later change of the number counts from the beginning', () => {
  const { own, admit } = at('claiming');
  const first = admit('memberJoined', joined);
  own.admission = 'alone';
  admit('memberJoined', joined);
  own.admission = 'claiming';
  expect(admit('memberJoined', joined)).toBe(first);
});

test('claims are asked together; a repetition is not ours, and without the database all are', async () => {
  const asked: (readonly string[])[] = [];
  const { claim } = createClaims(systemTimers, (keys) => {
    asked.push(keys);
    return Promise.resolve(new Set(['a']));
  });
  expect(await Promise.all([claim('a'), claim('b'), claim('a')])).toEqual([true, false, false]);
  expect(asked).toEqual([['a', 'b']]);
  const lonely = createClaims(systemTimers, () => Promise.reject(new Error('the database is away')));
  expect(await lonely.claim('a')).toBe(true);
});

test('a cleanup can wait until nothing is being claimed', async () => {
  const { promise, resolve } = Promise.withResolvers<Set<string>>();
  const said: string[] = [];
  const { claim, answered } = createClaims(systemTimers, () => promise.finally(() => said.push('answered')));
  const claimed = claim('a');
  const waited = answered().then(() => said.push('waited'));
  resolve(new Set(['a']));
  await waited;
  expect([await claimed, ...said]).toEqual([true, 'answered', 'waited']);
  await answered();
});
