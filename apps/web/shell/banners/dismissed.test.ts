import { expect, test } from 'vitest';
import { readDismissed, withDismissed } from './dismissed.ts';

test('remembers each dismissed one, and forgets the oldest of many', () => {
  let jar = 'locale=en-US; theme=dark';
  for (let number = 1; number <= 10; number += 1) {
    const value = withDismissed(jar, { cookie: 'dismissed', id: `notice-${number}` });
    jar = `locale=en-US; dismissed=${value}; theme=dark`;
  }
  const kept = readDismissed(/dismissed=([^;]*)/.exec(jar)?.[1]);
  expect(kept).toEqual(Array.from({ length: 8 }, (_, place) => `notice-${place + 3}`));
  expect(withDismissed('dismissed=notice-1', { cookie: 'dismissed', id: 'notice-1' })).toBe('notice-1');
  expect(readDismissed(undefined)).toEqual([]);
});
