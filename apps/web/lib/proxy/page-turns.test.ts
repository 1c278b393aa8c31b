import { beforeEach, expect, it } from 'vitest';
import { createPageTurns, type PageTurns } from './page-turns.ts';

let turns: PageTurns;
let timers: (() => void)[];
let begun: string[];
let refused: string[];
beforeEach(() => {
  [timers, begun, refused] = [[], [], []];
  turns = createPageTurns((_, work) => {
    timers.push(work);
    return () => void timers.splice(timers.indexOf(work), 1);
  });
});
const enter = (name: string, about: { address?: string; hasSession?: boolean } = {}) =>
  turns.enter({
    address: about.address ?? name,
    hasSession: about.hasSession ?? false,
    begin: () => void begun.push(name),
    refuse: () => void refused.push(name),
  });

it('strangers get four pages at a time, in order, and people with a session go first', () => {
  const [first] = 'abcdef'.split('').map((name) => enter(name));
  expect(begun.join('')).toBe('abcd');
  enter('member', { hasSession: true });
  first?.();
  first?.();
  expect(begun.slice(4)).toEqual(['member', 'e']);
});

it('a page that is no longer wanted is not rendered', () => {
  const leave = 'abcdef'.split('').map((name) => enter(name));
  leave[4]?.();
  leave[0]?.();
  expect(begun.join('')).toBe('abcdf');
});

it('a browser that reads slowly delays no one else', () => {
  for (const name of 'abcde') enter(name);
  timers[0]?.();
  expect(begun.join('')).toBe('abcde');
});

it('one address has a limited line, and another is still served', () => {
  for (let at = 0; at < 30; at += 1) enter(`x${at}`, { address: 'x' });
  expect(refused).toHaveLength(6);
  const leave = enter('y');
  expect(refused).not.toContain('y');
  leave();
});

it('a made-up session does not open the door for everything', () => {
  for (let at = 0; at < 40; at += 1) enter(`x${at}`, { address: 'x', hasSession: true });
  expect(begun).toHaveLength(12);
  expect(refused).toHaveLength(8);
});
