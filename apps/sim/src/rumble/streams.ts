/** The actions of creators. Rumble pushes nothing, so clients must poll. */
import type { Drop } from '../platform/controls.ts';
import { createSecret } from '../platform/ids.ts';
import { type Creator, findLive, type RumbleWorld, type Stream, type Video } from './world.ts';

const MINUTE = 60_000;

export interface Wish {
  readonly title?: string | undefined;
  readonly category?: string | undefined;
  readonly viewers?: number | undefined;
}

const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1000) * 1000);

export function publish(
  world: RumbleWorld,
  creator: Creator,
  about: { title: string; isShort?: boolean; seconds?: number; stream?: Stream; at?: Date },
): Video {
  world.nextNumber += 17;
  const video: Video = {
    id: world.nextNumber,
    title: about.title,
    createdAt: wholeSecond(about.at ?? world.doors.now()),
    isShort: about.isShort ?? false,
    seconds: about.seconds ?? 0,
    views: 0,
    stream: about.stream ?? null,
  };
  creator.videos.unshift(video);
  return video;
}

function createStream(world: RumbleWorld, creator: Creator, startsAt: Date, wish: Wish): Stream {
  return {
    state: 'upcoming',
    startsAt: wholeSecond(startsAt),
    endedAt: null,
    viewers: wish.viewers ?? Math.max(5, Math.round(creator.followers / 80)),
    category: wish.category ?? creator.category,
    key: `r-${createSecret(world.doors).slice(0, 10)}`,
    cancel: () => undefined,
  };
}

export function schedule(world: RumbleWorld, creator: Creator, minutes: number, wish: Wish): Video {
  const startsAt = new Date(world.doors.now().getTime() + minutes * MINUTE);
  const title = wish.title ?? creator.title;
  return publish(world, creator, { title, stream: createStream(world, creator, startsAt, wish) });
}

/** A scheduled stream starts before a new one is created. */
export function goLive(world: RumbleWorld, creator: Creator, wish: Wish): Video {
  const running = findLive(creator);
  if (running) return running.video;
  for (const { stream } of creator.videos) if (stream?.state === 'dropped') finish(world, stream);
  const planned = creator.videos.findLast(({ stream }) => stream?.state === 'upcoming');
  const video = planned ?? schedule(world, creator, 0, wish);
  const stream = video.stream as Stream;
  stream.state = 'live';
  stream.startsAt = wholeSecond(world.doors.now());
  if (wish.title !== undefined) video.title = wish.title;
  if (wish.viewers !== undefined) stream.viewers = wish.viewers;
  if (wish.category !== undefined) stream.category = wish.category;
  creator.title = video.title;
  world.doors.tell('SIGNAL', { subject: creator.slug, name: creator.name, what: 'went live' });
  return video;
}

function finish(world: RumbleWorld, stream: Stream): void {
  stream.cancel();
  stream.cancel = () => undefined;
  stream.state = 'ended';
  stream.endedAt = wholeSecond(world.doors.now());
}

/** The recording is the video itself. */
export function endStream(world: RumbleWorld, creator: Creator): void {
  for (const video of creator.videos) {
    const { stream } = video;
    if (stream?.state !== 'live' && stream?.state !== 'dropped') continue;
    finish(world, stream);
    const length = ((stream.endedAt as Date).getTime() - stream.startsAt.getTime()) / 1000;
    video.seconds = Math.max(1, Math.floor(length));
    video.views += stream.viewers * 3;
  }
}

/** Disconnects the encoder: the video appears to have ended, and minutes later the same one or a new one is live. */
export function dropStream(world: RumbleWorld, creator: Creator, about: Drop): void {
  const running = findLive(creator);
  if (!running) return;
  if (about.returnsAs === 'nothing') return endStream(world, creator);
  const { stream } = running;
  stream.state = 'dropped';
  stream.cancel = world.doors.later(about.minutes * MINUTE, () => {
    if (about.returnsAs === 'same stream') stream.state = 'live';
    else {
      endStream(world, creator);
      goLive(world, creator, { viewers: stream.viewers });
    }
    world.doors.changed('rumble');
  });
}
