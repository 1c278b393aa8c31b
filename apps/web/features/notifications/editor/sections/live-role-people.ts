import type { StreamerInDetail } from '@tally/contract/notifications/streamers';
import type { UserId } from '@tally/contract/wire/ids';

/** The API's limit of people per live role. */
export const MOST_PEOPLE = 100;

export interface NamedPerson {
  readonly id: UserId;
  readonly name: string;
}

/** Adds a person unless they are already listed or the list is full. */
export const withPerson = (ids: readonly UserId[], id: UserId): UserId[] =>
  ids.includes(id) || ids.length >= MOST_PEOPLE ? [...ids] : [...ids, id];

export const withoutPerson = (ids: readonly UserId[], id: UserId): UserId[] => ids.filter((each) => each !== id);

export interface PersonLine extends NamedPerson {
  readonly hasRole: boolean;
}

/** Returns the people of a draft as lines. If a name is unknown, the line shows the id. */
export function linesOf(
  ids: readonly UserId[],
  streamer: Pick<StreamerInDetail, 'usersForLiveRole' | 'usersWhoHaveLiveRole'>,
  added: readonly NamedPerson[],
): PersonLine[] {
  const names = new Map([...added, ...streamer.usersForLiveRole].map(({ id, name }) => [id, name]));
  // Replaces a bare id with the name that the search found.
  for (const { id, name } of added) if ((names.get(id) ?? id) === id) names.set(id, name);
  const holders = new Set(streamer.usersWhoHaveLiveRole);
  return ids.map((id) => ({ id, name: names.get(id) ?? id, hasRole: holders.has(id) }));
}
