import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * The app's addresses, as folder names: `/dashboard/server/[id]/manage`. Read once during the build, so links appear as
 * soon as their page exists, and not before.
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
      // All other addresses.
      .filter((address) => !address.endsWith('/[...missing]'))
      .sort()
  );
}
