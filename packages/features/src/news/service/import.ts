import { readFile } from 'node:fs/promises';
import type { Ctx } from '@tally/kernel';
import { readReleases } from '../match.ts';
import { insertChangelog, noteImport } from '../store/changelogs.ts';

const ours = new URL('../../../../../CHANGELOG.md', import.meta.url);

/** Turns this version's release notes into drafts, once; staff decide whether to publish them. */
export async function importReleases(
  ctx: Ctx,
  read: () => Promise<string> = () => readFile(ours, 'utf8'),
): Promise<void> {
  const releases = readReleases(await read());
  await ctx.db.transaction(async (tx) => {
    for (const release of releases) {
      if (!(await noteImport(tx, release.identifier))) continue;
      await insertChangelog(tx, {
        ...release,
        feedId: ctx.random.uuid(),
        isPublic: false,
        thumbnail: null,
        isImported: true,
        editedAt: ctx.clock.now(),
      });
    }
  });
}
