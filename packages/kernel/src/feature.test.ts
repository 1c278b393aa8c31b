import { expect, it } from 'vitest';
import { defineFeature } from './feature.ts';

it('a feature keeps its own type, and a key that no hook has is a type error', () => {
  const named = defineFeature({ name: 'faq', counts: async () => ({ totalFaqs: 1 }) });
  expect(named.counts).toBeTypeOf('function');
  // @ts-expect-error -- `jbos` is no hook
  expect(defineFeature({ name: 'faq', jbos: [] }).name).toBe('faq');
});
