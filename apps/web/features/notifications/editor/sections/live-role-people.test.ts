import { streamerBodies } from '@tally/contract/notifications/streamer-bodies';
import type { UserId } from '@tally/contract/wire/ids';
import { expect, test } from 'vitest';
import { linesOf, MOST_PEOPLE, withoutPerson, withPerson } from './live-role-people.ts';

const person = (number: number) => String(200000000000000000n + BigInt(number)) as UserId;
const [ada, bob, cleo] = [person(1), person(2), person(3)];

test('a person is added once, at the end, and removed again', () => {
  expect(withPerson([ada], bob)).toEqual([ada, bob]);
  expect(withPerson([ada, bob], ada)).toEqual([ada, bob]);
  expect(withoutPerson([ada, bob], ada)).toEqual([bob]);
});

test('the list has the same maximum as in the API', () => {
  const full = Array.from({ length: MOST_PEOPLE }, (_, at) => person(at + 10));
  expect(withPerson(full, ada)).toEqual(full);
  for (const body of Object.values(streamerBodies)) {
    expect(body.safeParse({ usersForLiveRole: full }).success).toBe(true);
    expect(body.safeParse({ usersForLiveRole: [...full, ada] }).success).toBe(false);
  }
});

test('people keep their order and names, and the list shows who has the role now', () => {
  const streamer = {
    usersForLiveRole: [
      { id: ada, name: 'Ada' },
      { id: bob, name: bob },
    ],
    usersWhoHaveLiveRole: [bob],
  };
  const added = [
    { id: ada, name: 'Countess' },
    { id: bob, name: 'Bob' },
  ];
  expect(linesOf([cleo, bob, ada], streamer, added)).toEqual([
    { id: cleo, name: cleo, hasRole: false },
    { id: bob, name: 'Bob', hasRole: true },
    { id: ada, name: 'Ada', hasRole: false },
  ]);
});
