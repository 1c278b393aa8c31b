import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const rooms = ['app', 'features', 'shell', 'ui'];

const components = rooms.flatMap((room) =>
  readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => path.join(room, file)),
);

// Matches text between two tags, and text in attributes that people see or hear.
const betweenTags = />([^<>{}=;()|&]*\p{L}{2,}[^<>{}=;()|&]*)<\//gu;
const inAttributes = /\s(?:aria-label|title|placeholder|alt|label|description|hint|text)="([^"]*\p{L}{2,}[^"]*)"/gu;

function hardCoded(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return [betweenTags, inAttributes].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, words = '']) => words.trim()),
  );
}

test('the search finds words that are not in the messages', () => {
  expect(hardCoded('<p>Save changes</p>')).toEqual(['Save changes']);
  expect(hardCoded('<p>\n  Save\n</p>')).toEqual(['Save']);
  expect(hardCoded('<input placeholder="Your name" />')).toEqual(['Your name']);
  expect(hardCoded('<p className="text-muted">{t("save")}</p>')).toEqual([]);
});

test.each(components)('%s has no text outside of the messages', (file) => {
  expect(hardCoded(readFileSync(path.join(root, file), 'utf8'))).toEqual([]);
});
