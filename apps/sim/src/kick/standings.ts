import type { Person, Standing } from './world.ts';

export function getStanding(channel: Person, viewer: Person): Standing {
  const known = channel.standings.get(viewer.userId);
  if (known) return known;
  const fresh: Standing = { followingSince: null, subscribedUntil: null, subscribedMonths: 0, gifts: 0, badges: [] };
  channel.standings.set(viewer.userId, fresh);
  return fresh;
}
