import { isTest } from './floors.ts';
import { codeOf, type SourceFile } from './source.ts';

/**
 * Private members of a library that are read by name or replaced. `_zod` is zod's documented place. A variable key, as
 * in `Reflect.get(draft, key)`, walks through an object of our own.
 */
export const foreignPrivate =
  /\b_(?!zod\b)[a-zA-Z]\w*(?<=\._\w+)|\[['"`]_\w+['"`]\]|\bReflect\.[gs]et\(\s*[^()]+?,\s*['"`]|\bdefinePropert(?:y|ies)\(/g;

/** The simulated world repeats what Discord writes, for instance `_errors`. */
export const isShipped = ({ path }: SourceFile): boolean =>
  /^(apps|packages)\//.test(path) &&
  !path.startsWith('apps/sim/') &&
  !isTest(path) &&
  !path.startsWith('packages/contract/src/testing/');

/** A private member may change with any version, without a type error. */
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
