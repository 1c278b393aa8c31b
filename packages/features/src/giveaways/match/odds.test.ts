import { expect, it } from 'vitest';
import { oneIn } from './odds.ts';

it('counts every prize: of 8 tickets and 2 winners, one ticket wins 1 in 4 times', () => {
  expect(oneIn({ tickets: 1, allTickets: 8, people: 8, winners: 2 })).toBe(4);
  expect(oneIn({ tickets: 1, allTickets: 8, people: 8, winners: 1 })).toBe(8);
  expect(oneIn({ tickets: 1, allTickets: 1000, people: 1000, winners: 100 })).toBe(10);
});

it('is certain where there are as many prizes as people', () => {
  expect(oneIn({ tickets: 1, allTickets: 9, people: 3, winners: 3 })).toBe(1);
  expect(oneIn({ tickets: 1, allTickets: 1, people: 1, winners: 5 })).toBe(1);
  expect(oneIn({ tickets: 0, allTickets: 0, people: 0, winners: 1 })).toBe(1);
});

/** Returns the exact chance, by trying every order in which the tickets can be drawn. */
function exactly(own: number, others: readonly number[], winners: number): number {
  if (winners === 0) return 0;
  const all = own + others.reduce((sum, each) => sum + each, 0);
  const later = others.map((each, place) => (each / all) * exactly(own, others.toSpliced(place, 1), winners - 1));
  return own / all + later.reduce((sum, each) => sum + each, 0);
}

it.each([
  [1, [1, 1, 1, 1, 1, 1], 3],
  [4, [1, 2, 1, 1, 3, 2, 1, 1], 2],
  [1, [5, 1, 1, 2, 8, 1, 1, 1, 1, 3, 1, 1], 3],
])('is within a fifth of what every possible draw gives: %i tickets against %j, %i winners', (own, others, winners) => {
  const allTickets = own + others.reduce((sum, each) => sum + each, 0);
  const found = oneIn({ tickets: own, allTickets, people: others.length + 1, winners });
  const exact = 1 / exactly(own, others, winners);
  expect(Math.abs(found - exact)).toBeLessThan(exact / 5);
});
