import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

/** Every file that git tracks or would add; ignored files do not count. */
export function readSources(pattern: RegExp): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8', maxBuffer: 64e6 });
  return [...new Set(listed.split('\n'))]
    .filter((path) => pattern.test(path) && existsSync(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** The feature of a path, on the server or in the web: `faq`, or `tools/emotes` for a tool. */
export const featureOf = (path: string): string | undefined =>
  /^(?:packages\/features\/src|apps\/web\/features)\/((?:tools\/)?[^/]+)\/./.exec(path)?.[1];

/** The rest of the product must build without the tools, so only registries and pages import them. */
export const isTool = (feature: string | undefined): boolean => feature?.startsWith('tools/') ?? false;

/** Without comments, which may name forbidden things. */
export const codeOf = ({ text }: SourceFile): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

/** A file's imports: static, dynamic, re-exports, and types. */
export function importsOf(file: SourceFile): string[] {
  const code = file.text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"]+)['"]/gm);
  return [...found].map((match) => match[1] as string);
}

/** `../x` relative to a file, as a path from the root. */
export function resolveRelative(fromPath: string, specifier: string): string {
  const parts = fromPath.split('/').slice(0, -1);
  for (const step of specifier.split('/')) {
    if (step === '..') parts.pop();
    else if (step !== '.') parts.push(step);
  }
  return parts.join('/');
}
