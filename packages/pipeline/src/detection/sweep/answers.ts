import { isDatabaseDown } from '@tally/infra/db';
import {
  type Answer,
  type Ctx,
  hours,
  type PlatformDefinition,
  type Pushed,
  type Question,
  seconds,
} from '@tally/kernel';
import { clean } from '../clean.ts';
import { secretOf } from '../pushes/secret.ts';
import { decide, isSameStream } from '../session/decide.ts';
import { observe } from '../session/observe.ts';
import { queueEvents } from '../session/queue-events.ts';
import { type Picture, savePictures, updateChannel } from '../store/channels.ts';
import { type Asked, type AskedNote, noteAsked } from '../store/due.ts';
import { listStarts, markSeen, type Seen } from '../store/sessions.ts';
import type { ChannelRow } from '../tables.ts';
import { isNews, listUnknown, storeVideos } from '../videos.ts';
import { HABIT_MS, habitWaitMs } from './habit.ts';
import { backOffMs, type Cadence } from './pace.ts';

/** For this long after a stream, we query its channel more often. */
export const LIVELY_MS = hours(3);

export const questionFor = (ctx: Ctx, channel: ChannelRow, about: readonly string[] = []): Question => ({
  channelId: channel.channelId,
  name: channel.name,
  memory: channel.memory,
  about,
  secret: secretOf(ctx, channel),
});

export interface Batch {
  readonly platform: PlatformDefinition;
  readonly cadence: Cadence;
  readonly asked: readonly Asked[];
  readonly answers: readonly Answer[];
  /** The push that caused our request, and the videos it named. */
  readonly cause?: { readonly pushed: Pushed; readonly about: readonly string[] } | undefined;
}

/**
 * Stores the answers to one batch. Channels without a change share one write; each changed channel gets its own
 * transaction.
 */
export async function storeAnswers(ctx: Ctx, { platform, cadence, asked, answers, cause }: Batch): Promise<void> {
  const now = ctx.clock.now();
  const starts = await startsOf(ctx, platform, asked, now);
  const notes: AskedNote[] = [];
  const seen: Seen[] = [];
  const changed: (() => Promise<void>)[] = [];
  const videos = [];
  const pictures: Picture[] = [];
  for (const [place, { channel, open }] of asked.entries()) {
    const answer = clean(answers[place] ?? silence(channel));
    const note = noteOf({ ctx, platform, cadence, channel, open, answer, now, starts });
    if (isWorthWriting({ platform, cadence, channel, answer, now })) notes.push(note);
    for (const video of answer.videos ?? []) {
      const pushed = cause?.about.includes(video.id) ? cause.pushed : undefined;
      videos.push({ video: { ...video, pushed }, isNews: isNews(video, channel, now) });
    }
    pictures.push(...newPictureOf(channel, answer, now));
    const isRenamed = answer.name && answer.name.name !== channel.name;
    if (isRenamed || isNewTo(open, answer, now)) changed.push(() => storeChange(ctx, channel, answer, cause?.pushed));
    else if (open && answer.snapshot.state === 'live') seen.push(seenOf(open.id, answer.snapshot));
  }
  const unknown = await listUnknown(ctx.db, platform.id, videos);
  for (const change of changed) await change();
  if (notes.length + seen.length + unknown.length + pictures.length === 0) return;
  await ctx.db.transaction(async (tx) => {
    await noteAsked(tx, platform.id, notes, now);
    await markSeen(tx, seen, now);
    await savePictures(tx, platform.id, pictures, now);
    await storeVideos(ctx, tx, platform.id, unknown);
  });
}

/** Some platforms sign picture URLs again in each answer, valid for about a day, so we do not store every new URL. */
const PICTURE_LASTS_MS = hours(6);

function newPictureOf(channel: ChannelRow, { name }: Answer, now: Date): Picture[] {
  const isOld = now.getTime() - channel.refreshedAt.getTime() >= PICTURE_LASTS_MS;
  const isNew = name?.avatarUrl && name.avatarUrl !== channel.avatarUrl && (isOld || channel.avatarUrl === null);
  return isNew && name.avatarUrl ? [{ id: channel.channelId, avatarUrl: name.avatarUrl }] : [];
}

/** An adapter must return one answer per channel. A missing answer counts as unknown. */
const silence = ({ channelId }: ChannelRow): Answer => ({
  snapshot: { state: 'unknown', channelId, reason: 'no answer' },
});

function isNewTo(open: Asked['open'], { snapshot }: Answer, now: Date): boolean {
  // Without an open session, "live" is either new or about a closed session. The decision needs the lock.
  if (snapshot.state === 'live' && !open) return true;
  const decision = decide({ snapshot, isSigned: false, open, latest: open, now });
  if (decision.kind === 'continue' && open && snapshot.state === 'live') {
    return decision.needsEdit || open.offlineSince !== null || !isSameStream(open, snapshot);
  }
  return decision.kind !== 'nothing';
}

const seenOf = (id: string, { streamId, details }: Extract<Answer['snapshot'], { state: 'live' }>): Seen => ({
  id,
  streamId,
  viewers: details.viewers,
  thumbnailUrl: details.thumbnailUrl,
});

/** An error in one channel must not stop the others. */
async function storeChange(ctx: Ctx, channel: ChannelRow, answer: Answer, pushed: Pushed | undefined): Promise<void> {
  try {
    await ctx.db.transaction(async (tx) => {
      await observe(ctx, tx, channel.platform, { snapshot: answer.snapshot, isSigned: false, pushed });
      if (answer.name) await rename(ctx, tx, channel, answer.name);
    });
  } catch (error) {
    if (isDatabaseDown(error)) throw error;
    ctx.log.error(
      { err: error, platform: channel.platform, channel: channel.channelId },
      'what is known of a channel could not be taken in',
    );
  }
}

export async function rename(
  ctx: Ctx,
  tx: Ctx['db'],
  channel: ChannelRow,
  { name, displayName }: NonNullable<Answer['name']>,
): Promise<void> {
  if (name === channel.name) return;
  const url = channel.url.endsWith(channel.name) ? channel.url.slice(0, -channel.name.length) + name : channel.url;
  await updateChannel(tx, channel, { name, displayName, url });
  const { platform, channelId, name: formerName } = channel;
  await queueEvents(ctx, tx, channel, [{ kind: 'renamed', platform, channelId, formerName }]);
}

/** Skips the write for channels that we query in every round anyway, so an idle installation does not keep writing. */
function isWorthWriting(about: {
  platform: PlatformDefinition;
  cadence: Cadence;
  channel: ChannelRow;
  answer: Answer;
  now: Date;
}): boolean {
  const { channel, answer, now } = about;
  if (!about.cadence.isEveryRound || channel.troubleSince || answer.snapshot.state === 'unknown') return true;
  if (answer.memory !== undefined || answer.askAgainAt) return true;
  if (answer.videos && !channel.videosKnownAt) return true;
  const restMs = Math.abs(now.getTime() - (channel.askedAt?.getTime() ?? 0));
  return restMs >= seconds(about.platform.pace.idleSeconds);
}

interface Noted {
  readonly ctx: Ctx;
  readonly platform: PlatformDefinition;
  readonly cadence: Cadence;
  readonly channel: ChannelRow;
  readonly open: Asked['open'];
  readonly answer: Answer;
  readonly now: Date;
  readonly starts: Starts;
}

function noteOf(about: Noted): AskedNote {
  const { ctx, channel, answer, now } = about;
  const { snapshot, askAgainAt, memory, videos } = answer;
  const usualMs = usualWaitMs(about);
  const isTrouble = snapshot.state === 'unknown';
  const troubleMs = now.getTime() - (channel.troubleSince ?? now).getTime();
  const wait = isTrouble ? backOffMs({ usualMs, troubleMs, random: ctx.random.int(1_000) / 1_000 }) : usualMs;
  return {
    id: channel.channelId,
    nextAskAt: soonest(askAgainAt ?? new Date(now.getTime() + wait), now),
    usualWaitMs: usualMs,
    isLive: snapshot.state === 'live',
    trouble: isTrouble ? snapshot.reason.slice(0, 200) : null,
    memory,
    knowsVideos: videos !== undefined,
  };
}

function usualWaitMs({ platform: { pace }, cadence, channel, open, answer, now, starts }: Noted): number {
  const isLive = answer.snapshot.state === 'live';
  const { byHabit } = pace;
  if (byHabit) {
    const known = [...(answer.starts ?? []), ...(starts.get(channel.channelId) ?? [])];
    const isInDoubt = open !== null && open.graceTold === null && answer.snapshot.state === 'offline';
    const { lastLiveAt, followedAt } = channel;
    return habitWaitMs({ ...pace, byHabit }, { now, isLive, isInDoubt, lastLiveAt, followedAt, starts: known });
  }
  const isBusy = open !== null || isLive || now.getTime() - (channel.lastLiveAt?.getTime() ?? 0) < LIVELY_MS;
  return isBusy ? cadence.busyMs : cadence.idleMs;
}

type Starts = ReadonlyMap<string, readonly Date[]>;

/** Loads starts only for platforms that plan by habit, because no other platform needs them. */
const startsOf = async (
  { db }: Ctx,
  { id, pace }: PlatformDefinition,
  asked: readonly Asked[],
  now: Date,
): Promise<Starts> => {
  if (!pace.byHabit) return new Map();
  const ids = asked.map(({ channel }) => channel.channelId);
  return await listStarts(db, id, ids, new Date(now.getTime() - HABIT_MS));
};

/** The result is never in the past, or every round would query the channel again. */
const soonest = (at: Date, now: Date): Date => new Date(Math.max(at.getTime(), now.getTime() + 1_000));
