import type { EmoteList } from '@tally/kernel';
import { SiteEmotes } from './site.external.ts';
import type { KickSite } from './site.ts';

/** The public API has no emotes: https://github.com/KickEngineering/KickDevDocs/issues */
export const listEmotes = async (site: KickSite, slug: string): Promise<readonly EmoteList[] | null> =>
  await site.get(`/emotes/${encodeURIComponent(slug)}`, {}, SiteEmotes);
