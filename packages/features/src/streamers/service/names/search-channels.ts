import {
  type CandidateChannel,
  type ChannelSearch,
  type LookUpState,
  namesakeWord,
  type Platform,
  readPastedLink,
} from '@tally/contract';
import { AppError, type Ctx, type FoundChannel, UpstreamError } from '@tally/kernel';
import { listOpenSessions } from '@tally/pipeline/detection';
import { listWatched, type WatchedPlatform } from '../address.ts';
import { type Found, searchCreator } from './find-creator.ts';
import { FEWEST_LETTERS, listPossible, plainWords } from './near-names.ts';

interface Searched {
  readonly text: string;
  /** The platforms to search. If absent, all of them. */
  readonly platforms?: readonly Platform[] | undefined;
  readonly isKnownOnly: boolean;
  /** True if the call may use up a search on platforms where searches are scarce. */
  readonly isThorough: boolean;
}

/** A person is waiting. The answer names the platforms that are slower than this, and does not wait for them. */
const ANSWER_WITHIN_MS = 2_500;
const MOST_OF_A_PLATFORM = 5;
const MOST = 12;

/** Finds the channels that a text may mean: known ones, and those that the platforms find. */
export async function searchChannels(ctx: Ctx, about: Searched): Promise<ChannelSearch> {
  const link = readPastedLink(about.text);
  const refused = (problem: ChannelSearch['problem']): ChannelSearch => ({ problem, channels: [], platforms: [] });
  if (link && !link.platform) return refused('notOurs');
  const places = listWatched(ctx).filter(({ definition: { id } }) =>
    link ? link.platform === id : (about.platforms?.includes(id) ?? true),
  );
  const isUnread = places.some(({ definition }) => definition.channelNameIn(about.text) === null);
  if (link?.platform && isUnread) return refused('nameless');
  const answers = await Promise.all(places.map((place) => searchOne(ctx, place, about)));
  const channels = answers
    .flatMap(({ channels: found }) => found)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || (other.followers ?? -1) - (one.followers ?? -1));
  return {
    problem: null,
    channels: channels.slice(0, MOST),
    platforms: answers.map(({ platform, state }) => ({ platform, state })),
  };
}

/** Sorts exact matches first, then live channels. */
const rankOf = ({ isExact, isLive }: CandidateChannel): number => (isExact ? 0 : 2) + (isLive ? 0 : 1);

interface Answer {
  readonly platform: Platform;
  readonly state: LookUpState;
  readonly channels: readonly CandidateChannel[];
}

async function searchOne(ctx: Ctx, place: WatchedPlatform, about: Searched): Promise<Answer> {
  const { id: platform } = place.definition;
  const [similar, { state, found }] = await askBoth(ctx, place, about);
  const channels = new Map(similar.map((each) => [each.id, asCandidate(each, isNamed(each, about.text))]));
  for (const { channel, isExact } of found) {
    const isLive = channel.isLive ?? channels.get(channel.id)?.isLive ?? null;
    channels.set(channel.id, asCandidate({ ...channel, ...(isLive === null ? {} : { isLive }) }, isExact));
  }
  return { platform, state, channels: await withLive(ctx, platform, [...channels.values()]) };
}

/** Finds similar names, and the channel with exactly this name. A stored channel saves a scarce look-up. */
async function askBoth(
  ctx: Ctx,
  place: WatchedPlatform,
  about: Searched,
): Promise<readonly [readonly FoundChannel[], LookedUp]> {
  const { addressesOf, channelNameIn, pace } = place.definition;
  const { text: typed, isKnownOnly } = about;
  const similar = listPossible(ctx, place, { typed, limit: MOST_OF_A_PLATFORM, isKnownOnly });
  if (isKnownOnly) return [await similar, notAsked];
  if (pace.isSearchCheap) return await Promise.all([similar, lookUpExact(ctx, place, about)]);
  const name = channelNameIn(typed);
  const isStored = !addressesOf && (await similar).some((each) => each.name.toLowerCase() === name);
  return [await similar, isStored ? notAsked : await lookUpExact(ctx, place, about)];
}

interface LookedUp {
  readonly state: LookUpState;
  readonly found: readonly { readonly channel: FoundChannel; readonly isExact: boolean }[];
}

const notAsked: LookedUp = { state: 'answered', found: [] };

/** Looks up the text as a name or link, unless it is too short. */
async function lookUpExact(ctx: Ctx, { definition }: WatchedPlatform, about: Searched): Promise<LookedUp> {
  if (plainWords(about.text).length < FEWEST_LETTERS) return notAsked;
  const wanted = { platform: definition.id, name: about.text, isAsked: about.isThorough };
  try {
    const answer = await ctx.timers.within(ANSWER_WITHIN_MS, searchCreator(ctx, wanted));
    if (!answer) return { state: 'late', found: [] };
    return { state: 'answered', found: foundIn(answer, about.text) };
  } catch (error) {
    const state = stateOf(error);
    if (!state) throw error;
    ctx.log.info({ err: error, platform: definition.id }, 'A platform could not say who has a typed name.');
    return { state, found: [] };
  }
}

function foundIn(answer: Found, typed: string): LookedUp['found'] {
  if (answer.kind === 'found') return [{ channel: answer.creator.channel, isExact: true }];
  if (answer.kind === 'several') return answer.channels.map((channel) => ({ channel, isExact: true }));
  return answer.names.map((channel) => ({ channel, isExact: isNamed(channel, typed) }));
}

function stateOf(error: unknown): LookUpState | null {
  if (error instanceof UpstreamError) return error.kind === 'limited' ? 'late' : 'down';
  if (!(error instanceof AppError)) return null;
  if (error.code === 'lookUpsUsedUp') return 'usedUp';
  return error.code === 'channelIsPrivate' ? 'private' : null;
}

function isNamed({ name, displayName }: FoundChannel, typed: string): boolean {
  const words = plainWords(typed);
  return [name, displayName].some((each) => each.toLowerCase() === words);
}

const asCandidate = (channel: FoundChannel, isExact: boolean): CandidateChannel => ({
  ...channel,
  isLive: channel.isLive ?? null,
  isExact,
  ...namesakeWord(channel.id),
});

/** A search reports who is live. For watched channels, our own data decides. */
async function withLive(ctx: Ctx, platform: Platform, channels: readonly CandidateChannel[]) {
  const ids = channels.filter(({ isLive }) => isLive === null).map(({ id }) => id);
  const open = new Set((await listOpenSessions(ctx.db, platform, ids)).map(({ channelId }) => channelId));
  return channels.map((each) => (open.has(each.id) ? { ...each, isLive: true } : each));
}
