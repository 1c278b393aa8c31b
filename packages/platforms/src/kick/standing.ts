import type { ClipperCategory } from '@tally/contract';
import { minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { SiteStanding } from './site/site.external.ts';
import type { KickSite } from './site/site.ts';

/** The list repeats the same clips for a while, so we remember their authors' roles. */
const FRESH_MS = minutes(30);
const MOST = 2_000;

type Roles = readonly ClipperCategory[];

/** Returns a person's roles in a channel, or none if kick.com does not return them. */
export type FindStanding = (channel: string, person: { readonly slug: string }) => Promise<Roles>;

export function createStandings(site: KickSite, { clock, log }: Pick<PlatformDoors, 'clock' | 'log'>): FindStanding {
  const known = new Map<string, { roles: Roles; until: number }>();
  return async (channel, { slug }) => {
    const key = `${channel} ${slug}`;
    const now = clock.now().getTime();
    const found = known.get(key);
    if (found && found.until > now) return found.roles;
    try {
      const path = `/api/v2/channels/${encodeURIComponent(channel)}/users/${encodeURIComponent(slug)}`;
      const roles = (await site.get(path, {}, SiteStanding)) ?? [];
      if (known.size >= MOST) known.clear();
      known.set(key, { roles, until: now + FRESH_MS });
      return roles;
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      log.debug({ err: error, channel }, "kick.com did not return the clip author's standing in the channel");
      return [];
    }
  };
}
