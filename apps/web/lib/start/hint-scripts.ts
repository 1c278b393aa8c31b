import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs after the build. Browsers that know this line compile a whole script beside the main thread while it arrives;
 * without it each function is compiled when it is first called, which keeps a phone busy just when the page wakes up.
 * Our scripts are cut so that nearly all of what a page loads is needed. https://v8.dev/blog/explicit-compile-hints
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
  // A build that lays its scripts elsewhere must not go by unseen.
  if (count === 0) throw new Error('There were no scripts to hint.');
}
