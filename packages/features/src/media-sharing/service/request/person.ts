import type { UserId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { findOwner, listLinkedAccounts } from '../../../connections/index.ts';
import type { ChatPlatform } from '../../store/chats.ts';
import type { Who } from '../../store/items.ts';
import { placeOf, type Sender, voterOf, whoIs } from './who.ts';

export interface Person {
  /** Null if the account is not linked. */
  readonly userId: UserId | null;
  /** Identifies the person in votes and limits. */
  readonly key: string;
  /** All accounts that the person has linked, which count as one. */
  readonly accounts: readonly Pick<Sender, 'origin' | 'id'>[];
}

const chatPlatforms: readonly ChatPlatform[] = ['kick', 'twitch'];

export async function personOf({ db }: Pick<Ctx, 'db'>, sender: Pick<Sender, 'origin' | 'id'>): Promise<Person> {
  const userId = await userOf({ db }, sender);
  if (userId === null) return { userId, key: voterOf(sender), accounts: [sender] };
  const linked = await listLinkedAccounts({ db }, [userId], chatPlatforms);
  const discord = { origin: 'discord', id: userId } as const;
  const others = linked.flatMap(({ platform, accountId }) => {
    const origin = chatPlatforms.find((each) => each === platform);
    return origin ? [{ origin, id: accountId }] : [];
  });
  return { userId, key: voterOf(discord), accounts: [discord, ...others] };
}

async function userOf({ db }: Pick<Ctx, 'db'>, { origin, id }: Pick<Sender, 'origin' | 'id'>): Promise<UserId | null> {
  if (placeOf(origin) === 'discord') return id as UserId;
  const platform = chatPlatforms.find((each) => each === origin);
  return platform ? ((await findOwner({ db }, platform, id))?.userId ?? null) : null;
}

export const sentBy = ({ accounts }: Person): readonly Who[] => accounts.map(whoIs);

/** Returns the person's accounts in the form that bans use. */
export const placesOf = ({ accounts }: Person): readonly (readonly [place: string, id: string])[] =>
  accounts.map(({ origin, id }) => [placeOf(origin), id]);
