/** The actions of creators. Each changes the state and pushes when the real hub would. */
import type { Drop } from '../platform/controls.ts';
import { publish, publishRemoval } from './deliver.ts';
import { type Creator, createVideoId, isLive, type Video, type VideoForm, type YoutubeWorld } from './world.ts';

export interface VideoWish {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly seconds?: number | undefined;
  readonly viewers?: number | undefined;
}

const wholeSecond = (date: Date): Date => new Date(Math.floor(date.getTime() / 1_000) * 1_000);

export function addVideo(
  world: YoutubeWorld,
  creator: Creator,
  form: VideoForm,
  wish: VideoWish & { readonly facts?: Partial<Video> } = {},
): Video {
  const now = wholeSecond(world.doors.now());
  const video: Video = {
    id: createVideoId(world.doors),
    form,
    channelId: creator.channelId,
    title: wish.title || (form === 'short' ? `${creator.motto} #shorts` : creator.motto),
    description: wish.description ?? `${creator.bio} Chapters and links below.`,
    categoryId: wish.categoryId ?? creator.categoryId,
    publishedAt: now,
    updatedAt: now,
    seconds: wish.seconds ?? { upload: 754, premiere: 1_260, short: 41, stream: 0 }[form],
    isPublic: true,
    isUnlisted: false,
    isMature: false,
    isEmbeddable: true,
    isForKids: false,
    regions: null,
    hasLargePicture: form !== 'short',
    scheduledAt: null,
    startedAt: null,
    endedAt: null,
    viewers: wish.viewers ?? Math.max(3, Math.round(creator.subscribers / 900)),
    views: 0,
    isSilent: false,
    cancel: null,
    ...wish.facts,
  };
  world.videos.set(video.id, video);
  creator.videos.unshift(video);
  return video;
}

const tell = (world: YoutubeWorld, { handle, title }: Creator, what: string): void =>
  world.doors.tell('SIGNAL', { subject: handle, name: title, what });

export function upload(world: YoutubeWorld, creator: Creator, form: 'upload' | 'short', wish: VideoWish): Video {
  const video = addVideo(world, creator, form, wish);
  tell(world, creator, form === 'short' ? 'published a short' : 'uploaded');
  publish(world, creator, video);
  return video;
}

/** Starts an unscheduled stream. Its page is created at the start, which is pushed. */
export function goLive(world: YoutubeWorld, creator: Creator, wish: VideoWish): Video {
  const video = addVideo(world, creator, 'stream', wish);
  video.startedAt = video.publishedAt;
  tell(world, creator, 'went live');
  publish(world, creator, video);
  return video;
}

export function schedule(
  world: YoutubeWorld,
  creator: Creator,
  wish: VideoWish & { form: 'stream' | 'premiere'; minutes: number },
): Video {
  const video = addVideo(world, creator, wish.form, wish);
  const waitMs = wish.minutes * 60_000;
  video.scheduledAt = wholeSecond(new Date(world.doors.now().getTime() + waitMs));
  // A premiere starts on its own. A stream waits for its creator.
  if (wish.form === 'premiere') video.cancel = world.doors.later(waitMs, () => runPremiere(world, creator, video));
  publish(world, creator, video);
  return video;
}

function runPremiere(world: YoutubeWorld, creator: Creator, video: Video): void {
  start(world, creator, video);
  video.cancel = world.doors.later(video.seconds * 1_000, () => end(world, video));
}

/** The hub pushes nothing here: https://github.com/WinSuk/discord-youtube-notifier/issues/2 */
export function start(world: YoutubeWorld, creator: Creator, video: Video): void {
  if (video.startedAt) return;
  video.cancel?.();
  video.cancel = null;
  video.startedAt = wholeSecond(world.doors.now());
  tell(world, creator, video.form === 'premiere' ? 'premieres' : 'went live');
  world.doors.changed('youtube');
}

/** The hub pushes nothing here either. The recording is the stream's own page. */
export function end(world: YoutubeWorld, video: Video): void {
  if (!isLive(video) || !video.startedAt) return;
  video.cancel?.();
  video.cancel = null;
  video.isSilent = false;
  video.endedAt = wholeSecond(world.doors.now());
  if (video.form === 'stream') {
    video.seconds = Math.max(1, Math.round((video.endedAt.getTime() - video.startedAt.getTime()) / 1_000));
  }
  video.views += video.viewers * 3;
  world.doors.changed('youtube');
}

/** Disconnects the encoder. YouTube keeps calling the stream live, without viewers, until a person ends it. */
export function drop(world: YoutubeWorld, { creator, video }: { creator: Creator; video: Video }, wish: Drop): void {
  const { title, description, viewers, categoryId } = video;
  if (wish.returnsAs === 'new stream') end(world, video);
  else video.isSilent = true;
  const cancel = world.doors.later(wish.minutes * 60_000, () => {
    video.cancel = null;
    video.isSilent = false;
    if (wish.returnsAs === 'nothing') end(world, video);
    if (wish.returnsAs === 'new stream') goLive(world, creator, { title, description, viewers, categoryId });
    world.doors.changed('youtube');
  });
  video.cancel = cancel;
  world.doors.changed('youtube');
}

/** A new title or description is pushed, but a category is not. */
export function change(
  world: YoutubeWorld,
  { creator, video }: { creator: Creator; video: Video },
  wish: Pick<VideoWish, 'title' | 'description' | 'categoryId'>,
): void {
  const { title = video.title, description = video.description, categoryId = video.categoryId } = wish;
  const isNews = title !== video.title || description !== video.description;
  Object.assign(video, { title, description, categoryId, updatedAt: world.doors.now() });
  if (isNews) publish(world, creator, video);
}

export function hide(world: YoutubeWorld, { creator, video }: { creator: Creator; video: Video }): void {
  video.isPublic = false;
  publishRemoval(world, creator, video);
}

export function show(world: YoutubeWorld, { creator, video }: { creator: Creator; video: Video }): void {
  video.isPublic = true;
  publish(world, creator, video);
}

export function remove(world: YoutubeWorld, { creator, video }: { creator: Creator; video: Video }): void {
  video.cancel?.();
  creator.videos.splice(creator.videos.indexOf(video), 1);
  world.videos.delete(video.id);
  publishRemoval(world, creator, video);
}
