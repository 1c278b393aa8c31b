import { Doc, DocHit, type DocLink, DocSection } from '@tally/contract/docs/calls';
import { cache } from 'react';
import { readPublic } from '../../lib/read-public.ts';

/** People read the handbook when the service is down, so its pages must not wait for the API. */
const atOnce = { isPatient: false };

/** Returns null if the API does not answer. */
export const readSections = cache(
  async (): Promise<DocSection[] | null> => await readPublic('/data/docs', DocSection.array(), atOnce),
);

export const searchSections = async (asked: string): Promise<DocHit[] | null> =>
  await readPublic(`/data/docs/search?query=${encodeURIComponent(asked)}`, DocHit.array(), atOnce);

/** Returns `down` if the API does not answer, and null if there is no such page. */
export const readDoc = cache(async (section: string, page: string): Promise<Doc | null | 'down'> => {
  const sections = await readSections();
  if (!sections) return 'down';
  // Only listed pages are fetched, because a URL may contain anything.
  const isListed = sections.some((each) => each.pages.some((link) => link.section === section && link.page === page));
  return isListed ? ((await readPublic(`/data/docs/${section}/${page}`, Doc, atOnce)) ?? 'down') : null;
});

/** Returns the previous and next page in the listed order. */
export function neighboursOf(
  sections: readonly DocSection[],
  { section, page }: { section: string; page: string },
): { previous: DocLink | undefined; next: DocLink | undefined } {
  const all = sections.flatMap(({ pages }) => pages);
  const at = all.findIndex((link) => link.section === section && link.page === page);
  return { previous: at > 0 ? all[at - 1] : undefined, next: at < 0 ? undefined : all[at + 1] };
}
