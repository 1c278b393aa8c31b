import { consentPage } from '../../platform/consent.ts';
import type { Answer } from '../call.ts';
import { avatarUrl } from '../shapes.ts';
import type { KickWorld, Person } from '../world.ts';

export const authorizePage = (world: KickWorld, query: URLSearchParams): Answer =>
  consentPage({
    platform: 'Kick',
    mark: 'kick',
    query,
    people: [...world.people.values()].map((person) => ({
      id: person.slug,
      name: person.username,
      pictureUrl: avatarUrl(world, person),
      line: describe(person),
    })),
  });

function describe(person: Person): string {
  if (person.title === '') return 'Viewer';
  return `${person.followers.toLocaleString('en-GB')} followers${person.stream ? ' · live' : ''}`;
}
