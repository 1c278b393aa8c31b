/** Chat badges, in both of Kick's formats. */
import { getStanding } from './standings.ts';
import type { KickWorld, Person } from './world.ts';

/** Months that have a separate picture in the simulated channels. */
export const badgeMonths = [1, 3, 6, 12] as const;

/** Returns badges, which count months and gifts. */
export function showBadges(channel: Person, sender: Person, others: readonly string[] = []) {
  const { badges, subscribedMonths, gifts } = getStanding(channel, sender);
  const counts: Readonly<Record<string, number>> = { subscriber: subscribedMonths, sub_gifter: gifts };
  const all = [...new Set([...badges, ...others])];
  return all.map((type) => ({ text: textOf(type), type, ...(counts[type] ? { count: counts[type] } : {}) }));
}

/** Returns badges that only kick.com's own pages show: global ones, such as the level. */
export function showNewerBadges(world: KickWorld, { level }: Person) {
  if (level === null) return [];
  return [
    {
      name: 'level',
      badge_type: 'level',
      image_url: `${world.doors.baseUrl()}/files/levels/${level}.png`,
      selected: true,
      metadata: { level },
      sort_order: 0,
    },
  ];
}

export const showSubscriberBadges = (world: KickWorld, channel: Person) =>
  badgeMonths.map((months) => ({
    id: channel.userId * 100 + months,
    channel_id: channel.userId + 1_000,
    months,
    badge_image: { src: `${world.doors.baseUrl()}/files/badges/${channel.userId}-${months}.png`, srcset: '' },
  }));

function textOf(type: string): string {
  const words = type.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
