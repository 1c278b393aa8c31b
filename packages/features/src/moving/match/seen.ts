import type { MessageId, RoleId, ServerId } from '@tally/contract';
import type { Message } from '@tally/discord/rest';
import type { Seen, StoredCandidate } from '../tables.ts';
import type { Lead } from './known-bots.ts';
import { creatorsIn, type Doubt, type PageReader } from './posts.ts';
import { keyOf } from './shown.ts';

/** The counters for one server's posts. */
export interface Counting {
  readonly pageIn: PageReader;
  /** The roles that our messages could ping. */
  readonly pingable: ReadonlySet<RoleId>;
  readonly nextId: () => string;
  readonly most: number;
}

const fresh = { reason: null, channel: null, isTaken: null, channelId: null, pingRoleId: null } as const;

/**
 * Adds the creators that other bots' messages announce, without storing the texts. Returns how many creators did not
 * fit.
 */
export function withPosts(
  candidates: readonly StoredCandidate[],
  messages: readonly Message[],
  { pageIn, pingable, nextId, most }: Counting,
): { readonly candidates: StoredCandidate[]; readonly left: number } {
  const all = new Map(candidates.map((each) => [`${each.platform} ${each.wrote}`, each]));
  let left = 0;
  for (const message of messages) {
    const { leads, doubt, isKnown } = creatorsIn(message, pageIn);
    for (const { platform, wrote, isThing, shows } of leads) {
      const key = `${platform} ${wrote}`;
      const before = all.get(key);
      if (!before && all.size >= most) left += 1;
      else {
        const candidate = before ?? { ...fresh, id: nextId(), wrote, platform, state: 'waiting' };
        all.set(key, withSeen(candidate, seenIn(message, { doubt, isKnown, isThing, shows, pingable })));
      }
    }
  }
  return { candidates: [...all.values()], left };
}

interface Weighed {
  readonly doubt: Doubt | null;
  readonly isKnown: boolean;
  readonly isThing: boolean;
  readonly shows: Lead['shows'];
  readonly pingable: ReadonlySet<RoleId>;
}

function seenIn(message: Message, { doubt, isKnown, isThing, shows, pingable }: Weighed): Seen {
  const roles = message.roleIds.filter((id) => pingable.has(id));
  return {
    posts: 1,
    lives: shows === 'live' || (isThing && !shows) ? 1 : 0,
    videos: shows === 'video' || (isThing && !shows) ? 1 : 0,
    lastPostAt: message.postedAt.toISOString(),
    example: { channelId: message.channelId, messageId: message.id },
    senders: {
      [message.author?.id ?? '']: {
        name: (message.author?.username ?? '').toWellFormed(),
        posts: 1,
        proofs: doubt ? 0 : 1,
      },
    },
    roles: Object.fromEntries(roles.map((id) => [id, 1])),
    isKnown,
    doubt,
  };
}

function sum(one: Seen, other: Seen): Seen {
  const newer = isNewer(one.example.messageId, other.example.messageId) ? one : other;
  const senders = { ...one.senders };
  for (const [id, { name, posts, proofs }] of Object.entries(other.senders)) {
    const before = senders[id] ?? { name, posts: 0, proofs: 0 };
    senders[id] = { name: before.name, posts: before.posts + posts, proofs: before.proofs + proofs };
  }
  const roles: Record<string, number> = { ...one.roles };
  for (const [id, posts] of Object.entries(other.roles)) roles[id] = (roles[id] ?? 0) + posts;
  return {
    ...newer,
    posts: one.posts + other.posts,
    lives: one.lives + other.lives,
    videos: one.videos + other.videos,
    senders,
    roles,
    isKnown: one.isKnown || other.isKnown,
    doubt: one.doubt && other.doubt,
  };
}

const isNewer = (one: MessageId, other: MessageId): boolean => BigInt(one) > BigInt(other);

/** Keeps the channel and role that a person chose while posts were still being read. */
function withSeen(candidate: StoredCandidate, more: Seen): StoredCandidate {
  const { seen: before, channelId, pingRoleId } = candidate;
  const seen = before ? sum(before, more) : more;
  const [old, now] = [before ? placesOf(before) : { channelId: null, pingRoleId: null }, placesOf(seen)];
  return judged({
    ...candidate,
    seen,
    channelId: channelId === old.channelId ? now.channelId : channelId,
    pingRoleId: pingRoleId === old.pingRoleId ? now.pingRoleId : pingRoleId,
  });
}

/** Suggests the newest post's channel, and a role that at least half of the posts ping. Never suggests @everyone. */
function placesOf({ example, roles, posts }: Seen): Pick<StoredCandidate, 'channelId' | 'pingRoleId'> {
  const [most] = Object.entries(roles).toSorted(([, one], [, other]) => other - one);
  return { channelId: example.channelId, pingRoleId: most && most[1] * 2 >= posts ? (most[0] as RoleId) : null };
}

/** A wrong creator is worse than a missing one, so a person decides about every creator that the posts do not prove. */
export function judged(candidate: StoredCandidate): StoredCandidate {
  const { seen, channel, state } = candidate;
  if (!seen || !channel || (state !== 'found' && state !== 'unsure')) return candidate;
  const isProved = seen.isKnown || Object.values(seen.senders).some(({ proofs }) => proofs > 1);
  return isProved
    ? { ...candidate, state: 'found', reason: null }
    : { ...candidate, state: 'unsure', reason: seen.doubt ?? 'fewPosts' };
}

/** Merges videos and links of one channel into one candidate as soon as their owner is known. */
export function joined(candidates: readonly StoredCandidate[]): StoredCandidate[] {
  const first = new Map<string, StoredCandidate>();
  for (const each of candidates) {
    const key = each.channel && each.seen ? keyOf(each.channel) : each.id;
    const before = first.get(key);
    first.set(key, before && each.seen ? withSeen(before, each.seen) : each);
  }
  return [...first.values()];
}

/** The roles that a message may ping, without `@everyone`, whose id is the server's. */
export const pingableOf = (
  serverId: ServerId,
  roles: readonly { readonly id: RoleId; readonly managed: boolean }[],
): ReadonlySet<RoleId> =>
  new Set(roles.filter(({ id, managed }) => !managed && id !== (serverId as string)).map(({ id }) => id));
