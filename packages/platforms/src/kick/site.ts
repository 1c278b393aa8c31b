import { type ChatBadge, minutes, type PlatformDoors, UpstreamError } from '@tally/kernel';
import type { z } from 'zod';
import { SiteBadges, SiteChannel } from './site.external.ts';

const FIRST_PAUSE_MS = minutes(1);
const LONGEST_PAUSE_MS = minutes(30);
const MAX_BYTES = 4_000_000;

/** kick.com itself, which stands behind a wall against programs and owes us nothing. */
export interface KickSite {
  /** Null where there is nothing under this path. Anything but a good answer is an `UpstreamError`. */
  get<S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<z.output<S> | null>;
}

/** Who is shown the wall, or is not answered, stays away, twice as long each time; a good answer ends that. */
export function createSite({ http, config, clock, log, metrics }: PlatformDoors): KickSite {
  const { siteUrl } = config.kick;
  const world = 'kick';
  const degraded = metrics.gauge({
    name: 'kick_site_degraded',
    help: '1 while kick.com itself gives no usable answers and is left alone',
  });
  degraded.set(0);
  let failures = 0;
  let quietUntil = 0;

  const stayAway = (error: UpstreamError): void => {
    const pause = Math.max(error.retryAfterMs ?? 0, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
    failures += 1;
    quietUntil = clock.now().getTime() + pause;
    degraded.set(1);
    const about = { err: error, pauseMs: pause };
    if (failures === 1) log.warn(about, 'kick.com gives no usable answers: clips and recordings have to wait');
    else log.debug(about, 'kick.com still gives no usable answers');
  };
  const comeBack = (): void => {
    if (failures > 0) log.info({ failures }, 'kick.com answers again');
    failures = 0;
    degraded.set(0);
  };

  return {
    async get(path, query, schema) {
      const pause = quietUntil - clock.now().getTime();
      if (pause > 0) {
        const message = 'kick.com is left alone for a while';
        throw new UpstreamError({ world, kind: 'limited', message, retryAfterMs: pause });
      }
      try {
        const call = { world, url: `${siteUrl}${path}`, query, headers: config.browserHeaders, maxBytes: MAX_BYTES };
        const { data } = await http.json(call, schema);
        comeBack();
        return data;
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        if (error.kind !== 'gone') {
          stayAway(error);
          throw error;
        }
        comeBack();
        return null;
      }
    },
  };
}

/** The public API does not tell this number. Null where there is no such channel. */
export async function countFollowers(site: KickSite, slug: string): Promise<number | null> {
  const channel = await site.get(`/api/v2/channels/${encodeURIComponent(slug)}`, {}, SiteChannel);
  return channel?.followers ?? null;
}

/** Pictures of subscribers, by months. All other badges of Kick are drawn by kick.com itself. */
export async function listBadges(site: KickSite, slug: string): Promise<readonly ChatBadge[]> {
  const badges = await site.get(`/api/v2/channels/${encodeURIComponent(slug)}`, {}, SiteBadges);
  return (badges ?? []).map(({ months, url }) => ({
    set: 'subscriber',
    version: String(months),
    title: `${months}`,
    url,
  }));
}
