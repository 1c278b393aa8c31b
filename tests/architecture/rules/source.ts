import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** The path from the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Reads every file that git tracks or would add, without ignored files. */
export function readSources(pattern: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64e6 });
  return [...new Set(listed.split('\n'))]
    .filter((path) => pattern.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** Returns the feature of a path on the server or in the web: `faq`, or `tools/emotes` for a tool. */
export const featureOf = (path: string): string | undefined =>
  /^(?:packages\/features\/src|apps\/web\/features)\/((?:tools\/)?[^/]+)\/./.exec(path)?.[1];

/** The rest of the product must build without tools, so only registries and pages import them. */
export const isTool = (feature: string | undefined): boolean => feature?.startsWith('tools/') ?? false;

/** Removes comments, which may name forbidden things. */
export const codeOf = ({ text }: SourceFile): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

/** Returns a file's imports: static, dynamic, re-exports, and types. */
export function importsOf(file: SourceFile): string[] {
  const code = file.text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"]+)['"]/gm);
  return [...found].map((match) => match[1] as string);
}

/** Resolves `../x` in a file to a path from the root. */
export function resolveRelative(fromPath: string, specifier: string): string {
  const parts = fromPath.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
