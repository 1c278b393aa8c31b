import { z } from 'zod';
import { createControls as controlsOf, type Runs } from '../platform/controls.ts';
import { type Control, ControlError } from '../world.ts';
import { addCreator } from './seed.ts';
import { shorten } from './short.ts';
import { changeTitle, dropRoom, endRoom, goLive, uploadVideo } from './streams.ts';
import { findByName, type Person, parts, type Room, type TikTokWorld, troubles } from './world.ts';

const who = z.string();
const title = z.string().max(20_000);
const viewers = z.number().int().min(0).max(5_000_000);
const minutes = z.number().min(0).max(1_440);
const name = z.string().regex(/^[a-zA-Z0-9_.]{2,24}$/, 'a name has 2 to 24 letters, digits, _ or .');

const bodies = {
  'go-live': z.strictObject({ who, title: title.optional(), viewers: viewers.optional() }),
  'change-title': z.strictObject({ who, title }),
  'set-viewers': z.strictObject({ who, viewers }),
  drop: z.strictObject({
    who,
    minutes: minutes.default(3),
    returnsAs: z.enum(['same room', 'new room', 'nothing']).default('same room'),
  }),
  end: z.strictObject({ who }),
  'upload-video': z.strictObject({ who, text: title.default('Look at this'), isPinned: z.boolean().default(false) }),
  /** Creates the app's share link. With `to`, the link leads elsewhere. */
  shorten: z.strictObject({
    who,
    video: z.string().optional(),
    to: z.string().max(2_000).optional(),
    host: z.enum(['vm.tiktok.com', 'vt.tiktok.com', 'www.tiktok.com']).default('vm.tiktok.com'),
  }),
  'make-private': z.strictObject({ who, isPrivate: z.boolean().default(true) }),
  rename: z.strictObject({ who, name }),
  remove: z.strictObject({ who }),
  trouble: z.strictObject({
    kind: z.enum(troubles),
    part: z.enum(parts).default('everything'),
    minutes: minutes.default(1),
  }),
  calm: z.strictObject({}),
  limit: z.strictObject({ perMinute: z.number().int().min(1).max(1_000_000) }),
  'add-creator': z.strictObject({ name }),
};

export const createControls = (world: TikTokWorld): Record<string, Control> =>
  controlsOf(world, bodies, createRuns(world));

function createRuns(world: TikTokWorld): Runs<typeof bodies> {
  const get = (uniqueId: string): Person => {
    const person = findByName(world, uniqueId);
    if (!person) throw new ControlError(404, `Nobody on the simulated TikTok is called ${uniqueId}.`);
    return person;
  };
  const getLive = (uniqueId: string): { person: Person; room: Room } => {
    const person = get(uniqueId);
    if (!person.room) throw new ControlError(409, `${person.nickname} is not live.`);
    return { person, room: person.room };
  };
  return {
    'go-live': (body) => {
      const room = goLive(world, get(body.who), {
        ...(body.title ? { title: body.title } : {}),
        ...(body.viewers === undefined ? {} : { viewers: body.viewers }),
      });
      return { room_id: room.id, started_at: room.startedAt };
    },
    'change-title': (body) => changeTitle(get(body.who), body.title),
    'set-viewers': (body) => {
      getLive(body.who).room.viewers = body.viewers;
    },
    drop: (body) => dropRoom(world, getLive(body.who).person, body),
    end: (body) => endRoom(world, get(body.who)),
    'upload-video': ({ who: uniqueId, ...about }) => ({ video_id: uploadVideo(world, get(uniqueId), about).id }),
    shorten: (body) => ({ url: shorten(world, get(body.who), body) }),
    'make-private': (body) => {
      get(body.who).isPrivate = body.isPrivate;
    },
    rename: (body) => rename(world, get(body.who), body.name),
    remove: (body) => {
      const person = get(body.who);
      endRoom(world, person);
      world.people.delete(person.userId);
    },
    trouble: ({ kind, part, minutes: lasting }) => {
      const until = new Date(world.doors.now().getTime() + lasting * 60_000);
      world.troubles = [{ kind, part, until }, ...world.troubles.filter((each) => each.part !== part)];
    },
    calm: () => {
      world.troubles = [];
      world.callers.clear();
    },
    limit: (body) => {
      world.limits.perMinute = body.perMinute;
    },
    'add-creator': (body) => {
      if (findByName(world, body.name)) throw new ControlError(409, `${body.name} exists already.`);
      return { user_id: addCreator(world, body.name).userId };
    },
  };
}

/** The old name is free immediately, and its next owner is another person. */
function rename(world: TikTokWorld, person: Person, to: string): void {
  const holder = findByName(world, to);
  if (holder && holder !== person) throw new ControlError(409, `${to} is taken.`);
  person.uniqueId = to.toLowerCase();
}
