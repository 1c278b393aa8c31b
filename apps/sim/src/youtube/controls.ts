import { z } from 'zod';
import { createControls as controlsOf, dropBody, type Runs } from '../platform/controls.ts';
import { addMischief, mischiefBody, mischiefs } from '../platform/mischief.ts';
import { type Control, ControlError } from '../world.ts';
import { takePermissionBack } from './oauth.ts';
import { addCreator, categories } from './seed.ts';
import { change, drop, end, goLive, hide, remove, schedule, show, start, upload } from './streams.ts';
import { troubles } from './trouble.ts';
import { type Creator, findByHandle, isUpcoming, liveStreamOf, type Video, type YoutubeWorld } from './world.ts';

const who = z.string();
const video = z.string().optional();
const category = z
  .string()
  .refine((id) => categories.some((each) => each.id === id), 'not a category of the simulated YouTube')
  .optional();
const viewers = z.number().int().min(0).max(5_000_000);
const minutes = z.number().min(0).max(100_000);
const seconds = z.number().int().min(1).max(172_800).optional();
// The real site refuses titles over 100 characters. Longer ones test how an app handles them.
const title = z.string().max(20_000).optional();
const description = z.string().max(20_000).optional();
const handle = z.string().regex(/^[\p{L}\p{N}\p{M}._·-]{3,30}$/u, 'a handle has 3 to 30 letters, digits or . _ · -');

const countries = z
  .array(z.string().regex(/^[A-Z]{2}$/))
  .max(250)
  .optional();

const bodies = {
  'go-live': z.strictObject({
    who,
    title,
    category,
    viewers: viewers.optional(),
    as: z.enum(['spontaneous', 'scheduled']).default('spontaneous'),
  }),
  schedule: z.strictObject({ who, title, minutes: minutes.default(30) }),
  premiere: z.strictObject({ who, title, minutes: minutes.default(30), seconds }),
  upload: z.strictObject({ who, title, description, seconds }),
  short: z.strictObject({ who, title, seconds }),
  'change-title': z.strictObject({ who, title: z.string().max(20_000), video }),
  'change-description': z.strictObject({ who, description: z.string().max(20_000), video }),
  'change-category': z.strictObject({ who, category: z.string(), video }),
  'set-viewers': z.strictObject({ who, viewers }),
  drop: dropBody,
  end: z.strictObject({ who }),
  'make-private': z.strictObject({ who, video }),
  'make-public': z.strictObject({ who, video }),
  delete: z.strictObject({ who, video }),
  /** The settings that a video's owner can change. */
  allow: z.strictObject({
    who,
    video,
    embedding: z.boolean().optional(),
    mature: z.boolean().optional(),
    unlisted: z.boolean().optional(),
    kids: z.boolean().optional(),
    onlyIn: countries,
    notIn: countries,
    views: z.number().int().min(0).optional(),
  }),
  rename: z.strictObject({ who, name: handle, title: z.string().min(1).max(50).optional() }),
  /** The person removes the app on Google's own page. */
  'take-back': z.strictObject({ who }),
  webhooks: mischiefBody(mischiefs),
  trouble: z.strictObject({ kind: z.enum(troubles), minutes: minutes.default(1) }),
  calm: z.strictObject({}),
  quota: z.strictObject({ units: z.number().int().min(0) }),
  'add-creator': z.strictObject({
    name: handle,
    channelId: z
      .string()
      .regex(/^UC[\w-]{22}$/)
      .optional(),
  }),
};

export const createControls = (world: YoutubeWorld): Record<string, Control> =>
  controlsOf(world, bodies, createRuns(world));

const shown = ({ id }: Video) => ({ video_id: id, url: `https://www.youtube.com/watch?v=${id}` });

function createRuns(world: YoutubeWorld): Runs<typeof bodies> {
  const get = (name: string): Creator => getCreatorBy(world, name);
  return {
    'go-live': (body) => {
      const creator = get(body.who);
      const live = liveStreamOf(creator);
      if (live) return shown(live);
      if (body.as === 'spontaneous') return shown(goLive(world, creator, { ...body, categoryId: body.category }));
      const planned = nextPlanned(creator);
      start(world, creator, planned);
      return shown(planned);
    },
    schedule: (body) => shown(schedule(world, get(body.who), { ...body, form: 'stream' })),
    premiere: (body) => shown(schedule(world, get(body.who), { ...body, form: 'premiere' })),
    upload: (body) => shown(upload(world, get(body.who), 'upload', body)),
    short: (body) => shown(upload(world, get(body.who), 'short', body)),
    'change-title': (body) => change(world, newest(get(body.who), body.video), { title: body.title }),
    'change-description': (body) => change(world, newest(get(body.who), body.video), { description: body.description }),
    'change-category': (body) => changeCategory(world, newest(get(body.who), body.video), body.category),
    'set-viewers': (body) => {
      getLive(get(body.who)).video.viewers = body.viewers;
    },
    drop: (body) => drop(world, getLive(get(body.who)), body),
    end: (body) => endAny(world, get(body.who)),
    'make-private': (body) => hide(world, newest(get(body.who), body.video)),
    'make-public': (body) => show(world, newest(get(body.who), body.video)),
    delete: (body) => remove(world, newest(get(body.who), body.video)),
    allow: (body) => allow(newest(get(body.who), body.video).video, body),
    rename: (body) => rename(world, get(body.who), body),
    'take-back': (body) => takePermissionBack(world, get(body.who).channelId),
    webhooks: (body) => addMischief(world, body),
    trouble: (body) => {
      world.troubleUntil.set(body.kind, new Date(world.doors.now().getTime() + body.minutes * 60_000));
    },
    calm: () => {
      world.troubleUntil.clear();
      world.mischief = [];
    },
    quota: (body) => {
      world.limits.perDay.units = body.units;
    },
    'add-creator': (body) => {
      if (findByHandle(world, body.name)) throw new ControlError(409, `@${body.name} exists already.`);
      if (body.channelId !== undefined && world.creators.has(body.channelId)) {
        throw new ControlError(409, `${body.channelId} is taken.`);
      }
      return { channel_id: addCreator(world, body.name, body.channelId).channelId };
    },
  };
}

function getCreatorBy(world: YoutubeWorld, name: string): Creator {
  const creator = findByHandle(world, name) ?? world.creators.get(name);
  if (!creator) throw new ControlError(404, `Nobody on the simulated YouTube is called @${name}.`);
  return creator;
}

function getLive(creator: Creator): { creator: Creator; video: Video } {
  const live = liveStreamOf(creator);
  if (!live) throw new ControlError(409, `${creator.title} is not live.`);
  return { creator, video: live };
}

function nextPlanned(creator: Creator): Video {
  const planned = creator.videos
    .filter((each) => each.form === 'stream' && isUpcoming(each))
    .sort((left, right) => (left.scheduledAt?.getTime() ?? 0) - (right.scheduledAt?.getTime() ?? 0));
  if (!planned[0]) throw new ControlError(409, `${creator.title} has no stream planned.`);
  return planned[0];
}

/** Returns the named video, or the running one, or the newest. */
function newest(creator: Creator, id: string | undefined): { creator: Creator; video: Video } {
  const found =
    id === undefined ? (liveStreamOf(creator) ?? creator.videos[0]) : creator.videos.find((each) => each.id === id);
  if (!found) throw new ControlError(404, `${creator.title} has no such video.`);
  return { creator, video: found };
}

function endAny(world: YoutubeWorld, creator: Creator): void {
  for (const each of creator.videos) {
    // A connection that was to return as a new stream stays off.
    if (each.form === 'stream' && each.endedAt) {
      each.cancel?.();
      each.cancel = null;
    }
  }
  const live = liveStreamOf(creator);
  if (live) end(world, live);
}

function changeCategory(world: YoutubeWorld, found: { creator: Creator; video: Video }, id: string): void {
  const known = categories.find((each) => each.id === id || each.name === id);
  if (!known) throw new ControlError(404, `The simulated YouTube has no category ${id}.`);
  change(world, found, { categoryId: known.id });
}

function allow(video: Video, body: z.output<(typeof bodies)['allow']>): void {
  video.isEmbeddable = body.embedding ?? video.isEmbeddable;
  video.isMature = body.mature ?? video.isMature;
  video.isUnlisted = body.unlisted ?? video.isUnlisted;
  video.isForKids = body.kids ?? video.isForKids;
  video.views = body.views ?? video.views;
  if (body.onlyIn) video.regions = { allowed: body.onlyIn };
  else if (body.notIn) video.regions = { blocked: body.notIn };
}

function rename(world: YoutubeWorld, creator: Creator, body: { name: string; title?: string | undefined }): void {
  const holder = findByHandle(world, body.name);
  if (holder && holder !== creator) throw new ControlError(409, `@${body.name} is taken.`);
  creator.handle = body.name;
  creator.title = body.title ?? creator.title;
}
