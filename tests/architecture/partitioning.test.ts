import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Tests the promise of `docs/operations/partitioning.md` that these tables can be distributed by server. */
const schema = readFileSync('docs/schema.sql', 'utf8');
const page = readFileSync('docs/operations/partitioning.md', 'utf8');

const uniqueIndexes = [...schema.matchAll(/CREATE UNIQUE INDEX \w+ ON public\.(\w+) USING btree \((.+)\)/g)];
const isByServer = (table: string, body: string): boolean => {
  const keys = [
    ...[...body.matchAll(/(?:PRIMARY KEY|UNIQUE) \(([^)]+)\)/g)].map(([, columns]) => columns ?? ''),
    ...uniqueIndexes.filter(([, of]) => of === table).map(([, , columns]) => columns ?? ''),
  ];
  // A distributed table cannot reference an ordinary one.
  return keys.length > 0 && keys.every((key) => /\bserver_id\b/.test(key)) && !body.includes('FOREIGN KEY');
};

it('names exactly the tables whose keys all contain the server', () => {
  const tables = [...schema.matchAll(/^create table (\w+) \(\n([\s\S]*?)^\);/gm)];
  const spread = tables.filter(([, table = '', body = '']) => isByServer(table, body)).map(([, table]) => table);
  const named = page
    .match(/```\n(arrivals[\s\S]*?)```/)?.[1]
    ?.trim()
    .split(/\s+/);
  expect(tables.length).toBeGreaterThan(50);
  expect(named).toEqual(spread);
});
