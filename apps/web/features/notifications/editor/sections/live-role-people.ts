import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { UserId } from '@tally/contract/wire/ids';

/** The API's limit. */
export const MOST_PEOPLE = 100;

export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

/** Adds a person, without duplicates and within the limit. */
export const withPerson = (ids: readonly UserId[], id: UserId): UserId[] =>
  ids.includes(id) || ids.length >= MOST_PEOPLE ? [...ids] : [...ids, id];

export const withoutPerson = (ids: readonly UserId[], id: UserId): UserId[] => ids.filter((each) => each !== id);

export interface PersonLine extends NamedPerson {
  readonly hasRole: boolean;
}

/** The people of a draft as lines. A person whose name is not known yet is shown by their id. */
export function linesOf(
  ids: readonly UserId[],
  streamer: Pick<StreamerInDetail, 'usersForLiveRole' | 'usersWhoHaveLiveRole'>,
  added: readonly NamedPerson[],
): PersonLine[] {
  const names = new Map([...added, ...streamer.usersForLiveRole].map(({ id, name }) => [id, name]));
  // A name from the search replaces a bare id.
  for (const { id, name } of added) if ((names.get(id) ?? id) === id) names.set(id, name);
  const holders = new Set(streamer.usersWhoHaveLiveRole);
  return ids.map((id) => ({ id, name: names.get(id) ?? id, hasRole: holders.has(id) }));
}
