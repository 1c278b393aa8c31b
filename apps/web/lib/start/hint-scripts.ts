import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs after the build. With this hint, browsers compile a whole script off the main thread during its download.
 * Otherwise they compile each function on first use, which blocks a phone during hydration. Our scripts are split, so
 * nearly all loaded code is needed. https://v8.dev/blog/explicit-compile-hints
 */
const hint = '//# allFunctionsCalledOnLoad\n';

export const hinted = (script: string): string => (script.startsWith(hint) ? script : hint + script);

function hintAll(folder: string): number {
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  for (const script of scripts) {
    const file = path.join(folder, script);
    writeFileSync(file, hinted(readFileSync(file, 'utf8')));
  }
  return scripts.length;
}

if (import.meta.main) {
  const count = hintAll(path.join(import.meta.dirname, '../../.next/static/chunks'));
  // Without scripts in this folder, the build must have moved them.
  if (count === 0) throw new Error('No scripts to hint were found.');
}
