import { consentPage } from '../platform/consent.ts';
import type { Answer } from './call.ts';
import { pictureUrl } from './shapes.ts';
import type { Person, TwitchWorld } from './world.ts';

export const authorizePage = (world: TwitchWorld, query: URLSearchParams): Answer =>
  consentPage({
    platform: 'Twitch',
    mark: 'twitch',
    query,
    people: [...world.people.values()].map((person) => ({
      id: person.login,
      name: person.displayName,
      pictureUrl: pictureUrl(world, person),
      line: describe(person),
    })),
  });

function describe(person: Person): string {
  if (person.title === '') return 'Viewer';
  return `${person.followers.toLocaleString('en-GB')} followers${person.stream ? ' · live' : ''}`;
}
