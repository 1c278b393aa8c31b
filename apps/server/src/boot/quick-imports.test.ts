import { expect, it } from 'vitest';
import { nextTo } from './quick-imports.ts';

const ours = 'file:///app/packages/features/src/faq/index.ts';
const drizzle = 'file:///app/node_modules/drizzle-orm/pg-core/index.js';

it.each([
  ['a source of ours', '../blog/store.ts', ours, 'file:///app/packages/features/src/blog/store.ts module-typescript'],
  ['a file of drizzle-orm', './table.js', drizzle, 'file:///app/node_modules/drizzle-orm/pg-core/table.js module'],
  ['a package', 'drizzle-orm', ours, null],
  ['a file of another package', './x.js', 'file:///app/node_modules/zod/index.js', null],
  ['data beside a source', './schema.json', ours, null],
])('%s is found without a search, or left to Node', (_, specifier, parent, found) => {
  const near = nextTo(specifier, parent);
  expect(near && `${near.url} ${near.format}`).toBe(found);
});
