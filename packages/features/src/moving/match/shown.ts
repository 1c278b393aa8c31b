import {
  type Candidate,
  type CandidateState,
  candidateStates,
  namesakeWord,
  type Platform,
  type PostedKind,
  settingsOf,
  type UserId,
} from '@tally/contract';
import type { Seen, StoredCandidate } from '../tables.ts';
import { knownBotName } from './known-bots.ts';

/** The channels that a server follows, and the room left on each platform. */
export interface Room {
  readonly used: number;
  readonly max: number;
}

export interface Standing {
  readonly candidate: StoredCandidate;
  readonly state: CandidateState | 'twice';
  readonly isTaken: boolean;
}

/**
 * Returns each candidate's result, in order. Followed channels and duplicates are skipped. Selected candidates get the
 * remaining room first.
 */
export function standingsOf(
  candidates: readonly StoredCandidate[],
  { followed, rooms }: { readonly followed: ReadonlySet<string>; readonly rooms: Readonly<Record<Platform, Room>> },
): readonly Standing[] {
  const seen = new Set<string>();
  const states = new Map<string, Standing['state']>();
  for (const { id, state, channel, isTaken } of candidates) {
    const key = channel && keyOf(channel);
    if (key && followed.has(key)) states.set(id, 'followed');
    else if (key && seen.has(key)) states.set(id, 'twice');
    else states.set(id, state === 'unsure' && channel && isTaken ? 'found' : state);
    if (key) seen.add(key);
  }
  const left = new Map(Object.entries(rooms).map(([platform, { used, max }]) => [platform, max - used]));
  const open = candidates.filter(({ id, isTaken }) => states.get(id) === 'found' && isTaken !== false);
  const inOrder = [...open.filter(({ isTaken }) => isTaken), ...open.filter(({ isTaken }) => isTaken === null)];
  const taken = new Set<string>();
  for (const { id, platform } of inOrder) {
    const room = left.get(platform ?? '') ?? 0;
    if (room > 0) taken.add(id);
    else states.set(id, 'overLimit');
    left.set(platform ?? '', room - 1);
  }
  return candidates.map((candidate) => ({
    candidate,
    state: states.get(candidate.id) ?? candidate.state,
    isTaken: taken.has(candidate.id),
  }));
}

export const keyOf = ({ platform, id }: { readonly platform: string; readonly id: string }): string =>
  `${platform} ${id}`;

/** Lists found candidates first, those with the most posts on top. Duplicates get no line of their own. */
export const listed = (standings: readonly Standing[]): Candidate[] =>
  candidateStates.flatMap((state) =>
    standings
      .filter((each) => each.state === state)
      .toSorted(({ candidate: one }, { candidate: other }) => (other.seen?.posts ?? 0) - (one.seen?.posts ?? 0))
      .map((each) => asCandidate(each, state)),
  );

const asCandidate = ({ candidate, isTaken }: Standing, state: CandidateState): Candidate => ({
  ...asSeen(candidate.seen),
  candidateId: candidate.id,
  state,
  reason: state === 'unsure' || state === 'notFound' ? candidate.reason : null,
  wrote: candidate.wrote,
  platform: candidate.platform,
  channel: candidate.channel && { ...candidate.channel, isLive: null, ...namesakeWord(candidate.channel.id) },
  isTaken,
  kind: kindOf(candidate),
  channelId: candidate.channelId,
  pingRoleId: candidate.pingRoleId,
});

/** The kind that all posts show, on platforms with streams and videos. Null if the posts show none. */
export function kindOf({ platform, kind, seen }: StoredCandidate): PostedKind | null {
  if (!platform || !('videoNotificationChannelId' in settingsOf[platform])) return null;
  if (kind || !seen || seen.posts < 2) return kind ?? null;
  const { posts, lives, videos } = seen;
  if (lives === posts && videos === 0) return 'live';
  if (videos === posts && lives === 0) return 'videos';
  return lives + videos > 0 ? 'both' : null;
}

function asSeen(seen: Seen | undefined): Pick<Candidate, 'posts' | 'lastPostAt' | 'botUserId' | 'botName' | 'example'> {
  if (!seen) return { posts: 0, lastPostAt: null, botUserId: null, botName: null, example: null };
  const [[id, { name }] = ['', { name: '' }]] = Object.entries(seen.senders).toSorted(
    ([, one], [, other]) => other.posts - one.posts,
  );
  const { posts, lastPostAt, example } = seen;
  return {
    posts,
    lastPostAt: new Date(lastPostAt),
    botUserId: id as UserId,
    botName: knownBotName(id) ?? name,
    example,
  };
}
