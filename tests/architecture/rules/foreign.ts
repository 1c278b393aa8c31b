import { isTest } from './floors.ts';
import { codeOf, type SourceFile } from './source.ts';

/**
 * Matches private members of a library that code reads by name or replaces. `_zod` is excluded, because zod documents
 * it. So is a variable key, as in `Reflect.get(draft, key)`, which reads our own objects.
 */
export const foreignPrivate =
  /\b_(?!zod\b)[a-zA-Z]\w*(?<=\._\w+)|\[['"`]_\w+['"`]\]|\bReflect\.[gs]et\(\s*[^()]+?,\s*['"`]|\bdefinePropert(?:y|ies)\(/g;

/** Excludes the simulated world, which repeats Discord's own field names, such as `_errors`. */
export const isShipped = ({ path }: SourceFile): boolean =>
  /^(apps|packages)\//.test(path) &&
  !path.startsWith('apps/sim/') &&
  !isTest(path) &&
  !path.startsWith('packages/contract/src/testing/');

/** A private member may change in any version without a type error. */
export function foreignViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(isShipped)
    .flatMap((file) =>
      (codeOf(file).match(foreignPrivate) ?? []).map(
        (found) =>
          `${file.path}: ${found}: use what the library exports: its options, events and interfaces (docs/decisions/0106)`,
      ),
    );
}
