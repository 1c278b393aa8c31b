import { expect, test } from 'vitest';
import { slugOf } from './slug.ts';

test('suggests an address that the server accepts', () => {
  expect(slugOf('Été — Summer Update 2!')).toBe('ete-summer-update-2');
  expect(slugOf('سجل')).toBe('');
});
