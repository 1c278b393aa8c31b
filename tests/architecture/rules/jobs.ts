import type { SourceFile } from './source.ts';

/** Returns a sentence for each job without a handler, with two handlers, or with another job's name. */
export function jobViolations(files: readonly SourceFile[], handled: readonly string[]): string[] {
  const declared = new Map<string, string>();
  const problems: string[] = [];
  for (const { path, text } of files) {
    for (const [, name] of text.matchAll(
      /(?<!function )\b(?:declare|define)Job(?:<[^(]*>)?\((?:\{\s*name: '([^']+)')?/g,
    )) {
      if (name === undefined) problems.push(`${path}: a job begins with its name, written out`);
      else if (declared.has(name)) problems.push(`${name} is declared in ${declared.get(name)} and in ${path}`);
      else declared.set(name, path);
    }
  }
  for (const [name, path] of declared) {
    const count = handled.filter((each) => each === name).length;
    if (count === 0) problems.push(`${path}: ${name} is in no manifest; handle it in the feature's jobs.ts`);
    if (count > 1) problems.push(`${path}: ${name} has ${count} handlers`);
  }
  for (const name of new Set(handled)) if (!declared.has(name)) problems.push(`${name} is handled and never declared`);
  return problems;
}
