import type { UserId } from '@tally/contract/ids';
import type { StreamerInDetail } from '@tally/contract/streamers';

/** As many as the API takes. */
export const MOST_PEOPLE = 100;

export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

/** Nobody stands in the list twice, and it does not grow beyond its limit. */
export const withPerson = (ids: readonly UserId[], id: UserId): UserId[] =>
  ids.includes(id) || ids.length >= MOST_PEOPLE ? [...ids] : [...ids, id];

export const withoutPerson = (ids: readonly UserId[], id: UserId): UserId[] => ids.filter((each) => each !== id);

export interface PersonLine extends NamedPerson {
  readonly hasRole: boolean;
}

/** The people of a draft as lines. Whom nobody has named yet is shown by the id. */
export function linesOf(
  ids: readonly UserId[],
  streamer: Pick<StreamerInDetail, 'usersForLiveRole' | 'usersWhoHaveLiveRole'>,
  added: readonly NamedPerson[],
): PersonLine[] {
  const names = new Map([...added, ...streamer.usersForLiveRole].map(({ id, name }) => [id, name]));
  // What the search said is newer than an id that stands for a name.
  for (const { id, name } of added) if ((names.get(id) ?? id) === id) names.set(id, name);
  const holders = new Set(streamer.usersWhoHaveLiveRole);
  return ids.map((id) => ({ id, name: names.get(id) ?? id, hasRole: holders.has(id) }));
}
