import type { Answer, PlatformDoors, Question } from '@tally/kernel';
import { composeAnswer } from './answer.ts';
import type { YoutubeClient } from './client.ts';
import { fetchNewest } from './feed.ts';
import { emptyMemory, readMemory, type YoutubeMemory } from './memory.ts';
import { namesOf } from './youtube.external.ts';

const MINUTE_MS = 60_000;
/** Feeds are free, but YouTube caches them for minutes. */
const FEED_RESTS_MS = 2 * MINUTE_MS;
const NAMES_LAST_MS = 24 * 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 30 * MINUTE_MS;

/** The state of one request while we process it. */
export interface Case {
  readonly question: Question;
  readonly known: YoutubeMemory;
  /** True if the channel is new to us, so its existing videos are not news. */
  readonly isFirst: boolean;
  /** `unread` means not due yet. `unknown` means that the feed could not be loaded. */
  readonly feed: readonly string[] | 'unread' | 'unknown';
}

/**
 * New videos come from pushes and from feeds, which are free. As few calls as possible for all channels together return
 * their kinds and the live state.
 */
export async function ask(
  client: YoutubeClient,
  doors: PlatformDoors,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const now = doors.clock.now();
  if (!(await client.quota.maySweep())) return questions.map((question) => waitForTheDay(client, doors, question));
  const cases = await Promise.all(questions.map((question) => openCase(client, doors, question)));
  const [lookedUp, names] = await Promise.all([
    client.lookUpVideos(cases.flatMap((each) => wantedOf(each, now))),
    findNames(client, cases, now),
  ]);
  return await Promise.all(
    cases.map(async (each) => {
      const name = names.get(each.question.channelId);
      const isNamed = name !== undefined || isNameOld(each, now, NAMES_LAST_MS);
      const known = isNamed ? { ...each.known, namedAt: now.getTime() } : each.known;
      const answer = await composeAnswer({ client, doors, now, lookedUp }, { ...each, known }, wantedOf(each, now));
      return name ? { ...answer, name } : answer;
    }),
  );
}

/** The wait is at most half an hour, because Google may have given the operator more units. */
function waitForTheDay(client: YoutubeClient, { clock, random }: PlatformDoors, { channelId }: Question): Answer {
  const jitterMs = random.int(2 * MINUTE_MS);
  const until = Math.min(client.quota.resetAt().getTime(), clock.now().getTime() + LONGEST_WAIT_MS);
  return {
    snapshot: { state: 'unknown', channelId, reason: "today's units are used up" },
    askAgainAt: new Date(until + jitterMs),
  };
}

async function openCase(client: YoutubeClient, doors: PlatformDoors, question: Question): Promise<Case> {
  const now = doors.clock.now();
  const memory = readMemory(question.memory);
  const known = memory ?? emptyMemory(now);
  const isFirst = memory === null;
  // A push needs a quick answer and already names the video.
  const isTurn = question.about.length === 0 && now.getTime() - (known.feedAt ?? 0) >= FEED_RESTS_MS;
  if (!isFirst && !isTurn) return { question, known, isFirst, feed: 'unread' };
  const newest = await fetchNewest(doors, question.channelId);
  const list = newest ?? (isFirst ? await client.listUploads(question.channelId) : null);
  return list
    ? { question, known: { ...known, feedAt: now.getTime() }, isFirst, feed: list }
    : { question, known, isFirst, feed: 'unknown' };
}

/** Returns running, due and new videos. A new title of an announced video costs nothing. */
function wantedOf({ question, known, feed }: Case, now: Date): string[] {
  const seen = new Set(known.seen);
  const watched = known.watch.filter(
    ({ id, as, next }) => as === 'live' || as === 'over' || next <= now.getTime() || question.about.includes(id),
  );
  const isWatched = new Set(known.watch.map(({ id }) => id));
  const named = [...(typeof feed === 'string' ? [] : feed), ...question.about];
  const fresh = named.filter((id) => !seen.has(id) && !isWatched.has(id));
  return [...new Set([...watched.map(({ id }) => id), ...fresh])];
}

const isNameOld = ({ known, question }: Case, now: Date, ageMs: number): boolean =>
  question.isNameWanted === true || now.getTime() - known.namedAt >= ageMs;

/** Handles change. Checking once a day is enough, and channels that are due soon go into the same call. */
async function findNames(client: YoutubeClient, cases: readonly Case[], now: Date) {
  if (!cases.some((each) => isNameOld(each, now, NAMES_LAST_MS))) return new Map<string, NonNullable<Answer['name']>>();
  const due = cases.filter((each) => isNameOld(each, now, NAMES_LAST_MS / 2));
  const channels = await client.listChannels(due.map(({ question }) => question.channelId));
  return new Map(
    channels.map((channel) => [channel.id, { ...namesOf(channel), avatarUrl: channel.snippet.thumbnails }]),
  );
}
