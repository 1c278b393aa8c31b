import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the app's URLs as folder names: `/dashboard/server/[id]/manage`. The build reads them once, so a link appears
 * as soon as its page exists.
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
      // The catch-all page for all other URLs.
      .filter((address) => !address.endsWith('/[...missing]'))
      .sort()
  );
}
