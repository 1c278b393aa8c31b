import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSources } from './rules/source.ts';

const documented = new Set(
  [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((m) => m[1]),
);

/** Returns the variables that a config file's zod object reads. */
function variablesOf(path: string): string[] {
  const text = readSources(new RegExp(`^${path}$`))
    .map((file) => file.text)
    .join('\n');
  return [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+):/gm)].map((match) => match[1] as string);
}

const ofServer = 'packages/kernel/src/config/.*\\.ts';
const ofWeb = 'apps/web/lib/config\\.ts';

it.each([ofServer, ofWeb])('every variable of %s is in .env.example', (path) => {
  const read = variablesOf(path).filter((name) => name !== 'NODE_ENV');
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});

it('every variable that compose files read from .env is in .env.example', () => {
  const files = ['compose.yml', 'compose.several.yml'].map((file) => readFileSync(file, 'utf8')).join('\n');
  const taken = [...files.matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name);
  expect(taken).toContain('POSTGRES_PASSWORD');
  expect(taken.filter((name) => !documented.has(name))).toEqual([]);
});

it('.env.example documents only variables that are read', () => {
  const known = new Set([ofServer, ofWeb].flatMap(variablesOf));
  const everywhere = readSources(/^((apps|packages|scripts|tests)\/.*\.(ts|mjs)|compose(\.several)?\.yml)$/)
    .map((file) => file.text)
    .join('\n');
  const unread = [...documented].filter((name) => name && !known.has(name) && !everywhere.includes(name));
  expect(unread).toEqual([]);
});
