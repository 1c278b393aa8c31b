import { cpSync, globSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * The last step of a build. Adds what the built app (`output: 'standalone'`) lacks: the browser's files, which Next
 * expects on a CDN, and the handbook's pictures, which a page reads by name.
 */
const web = path.join(import.meta.dirname, '../..');
const built = path.join(web, '.next/standalone/apps/web');

cpSync(path.join(web, '.next/static'), path.join(built, '.next/static'), { recursive: true });
cpSync(path.join(web, 'public'), path.join(built, 'public'), { recursive: true });
cpSync(path.join(web, '../../docs/public/pictures'), path.join(built, '../../docs/public/pictures'), {
  recursive: true,
});
// Deletes file lists (7 MB) that only the build needs.
for (const list of globSync('.next/**/*.nft.json', { cwd: built })) rmSync(path.join(built, list));
