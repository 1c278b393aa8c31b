import type { Ctx } from '@tally/kernel';
import { askWhoItIs, keepGrant } from '../../grants/index.ts';
import type { Person } from '../store/people.ts';
import { rememberPerson, toProfile } from './people.ts';

/** Stores the person who logged in with Discord, and the permissions they granted. */
export async function logInWithDiscord(ctx: Ctx, code: string): Promise<Person> {
  const { tokens, user } = await askWhoItIs(ctx, code);
  const person = await rememberPerson(ctx, toProfile(user));
  if (!person.isBlacklisted) await keepGrant(ctx, person.id, tokens);
  return person;
}
