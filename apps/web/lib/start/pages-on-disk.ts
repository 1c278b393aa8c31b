import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The addresses that this app answers, as their folders are called: `/dashboard/server/[id]/manage`. Read once, when it
 * is built, so that nothing leads to a page before there is one, and everything does as soon as there is.
 */
export function pagesOnDisk(app: string): string[] {
  return (
    readdirSync(app, { recursive: true, encoding: 'utf8' })
      .map((file) => file.split(path.sep))
      .filter((parts) => /^(?:page|route)\.tsx?$/.test(parts.at(-1) ?? ''))
      .map(
        (parts) =>
          `/${parts
            .slice(0, -1)
            .filter((part) => !/^\(.*\)$/.test(part))
            .join('/')}`,
      )
      // Whatever leads nowhere.
      .filter((address) => !address.endsWith('/[...missing]'))
      .sort()
  );
}
