import { AppError, type Channel, UpstreamError } from '@tally/kernel';
import { type Read, runChain, type Strategy, type Trouble } from './chain.ts';
import type { Desk } from './desk.ts';
import { waysToLook } from './look.ts';
import { nameBehind } from './name.ts';
import { channelUrl, type SeenPerson } from './tiktok.external.ts';

const NOBODY = new Set([10_202, 10_221]);

/** A person waits, so the cheap call comes first and every way is tried. */
export async function findChannel(desk: Desk, name: string): Promise<Channel | null> {
  const owner = await nameBehind(desk.doors, name);
  if (owner === null) return null;
  const read = await runChain(waysToFind(desk), desk.health, owner);
  if (read.kind === 'absent') return null;
  if (read.kind === 'trouble') throw troubleError(read, desk.doors.clock.now());
  if (read.data.isPrivate) throw new AppError('channelIsPrivate', { name: read.data.name, platform: 'TikTok' });
  return channelOf(read.data);
}

function waysToFind({ clientForPerson: client }: Desk): readonly Strategy<string, SeenPerson>[] {
  const fromRoom = waysToLook(client).map(({ id, read }) => ({
    id,
    read: async (name: string): Promise<Read<SeenPerson>> => {
      const seen = await read(name);
      return seen.kind === 'told' ? { kind: 'told', data: seen.data.person } : seen;
    },
  }));
  const profile: Strategy<string, SeenPerson> = {
    id: 'profile',
    async read(name) {
      const seen = await client.profile(name);
      if (seen.kind !== 'told') return seen;
      const { statusCode, person } = seen.data;
      if (person) return { kind: 'told', data: person };
      if (NOBODY.has(statusCode)) return { kind: 'absent' };
      return { kind: 'trouble', reason: `a profile in state ${statusCode}`, isBlock: false };
    },
  };
  return [...fromRoom.toReversed(), profile];
}

const channelOf = (person: SeenPerson): Channel => ({
  platform: 'tiktok',
  id: person.id,
  name: person.name,
  displayName: person.displayName,
  avatarUrl: person.avatarUrl,
  followers: person.followers,
  url: channelUrl(person.name),
});

/** The error blames TikTok rather than the typed name, and includes when to retry. */
const troubleError = ({ reason, isBlock, retryAt }: Trouble, now: Date): UpstreamError =>
  new UpstreamError({
    world: 'tiktok',
    kind: isBlock || retryAt ? 'limited' : 'odd',
    message: reason,
    ...(retryAt && { retryAfterMs: Math.max(0, retryAt.getTime() - now.getTime()) }),
  });
