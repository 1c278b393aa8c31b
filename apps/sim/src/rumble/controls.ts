import { z } from 'zod';
import { createControls as controlsOf, dropBody, type Runs } from '../platform/controls.ts';
import { createSecret } from '../platform/ids.ts';
import { type Control, ControlError } from '../world.ts';
import { apiUrl } from './api.ts';
import { addCreator } from './seed.ts';
import { embedId, pathOf } from './shapes.ts';
import { dropStream, endStream, goLive, publish, schedule } from './streams.ts';
import { addressOf, type Creator, findLive, type RumbleWorld, troubles, type Video } from './world.ts';

/** `c/<channel>` or `user/<user>`. */
const who = z.string();
/** Titles may be longer and stranger than Rumble allows, for tests. */
const title = z.string().max(20_000);
const viewers = z.number().int().min(0).max(5_000_000);
const minutes = z.number().min(0).max(10_080);
const slug = z.string().regex(/^[\w-]{3,50}$/, 'an address has 3 to 50 letters, digits, - or _');

const bodies = {
  'go-live': z.strictObject({
    who,
    title: title.optional(),
    category: z.string().max(100).optional(),
    viewers: viewers.optional(),
  }),
  schedule: z.strictObject({ who, title: title.optional(), minutes: minutes.default(60) }),
  'change-title': z.strictObject({ who, title }),
  'set-viewers': z.strictObject({ who, viewers }),
  drop: dropBody,
  end: z.strictObject({ who }),
  upload: z.strictObject({ who, title: title.optional(), seconds: z.number().int().min(1).default(640) }),
  short: z.strictObject({ who, title: title.optional() }),
  rename: z.strictObject({ who, name: z.string().min(1).max(100), slug: slug.optional() }),
  follow: z.strictObject({ who, by: who }),
  unfollow: z.strictObject({ who, by: who }),
  subscribe: z.strictObject({ who, by: who }),
  'api-url': z.strictObject({ who }),
  'roll-key': z.strictObject({ who }),
  trouble: z.strictObject({ kind: z.enum(troubles), minutes: minutes.default(1) }),
  calm: z.strictObject({}),
  'add-creator': z.strictObject({ name: slug, kind: z.enum(['channel', 'user']).default('channel') }),
};

export const createControls = (world: RumbleWorld): Record<string, Control> =>
  controlsOf(world, bodies, createRuns(world));

const showVideo = (video: Video) => ({ id: String(video.id), embed_id: embedId(video), path: pathOf(video) });

function createRuns(world: RumbleWorld): Runs<typeof bodies> {
  const get = (address: string): Creator => {
    const creator = world.creators.get(address.toLowerCase());
    if (!creator) throw new ControlError(404, `The simulated Rumble has no ${address}.`);
    return creator;
  };
  const getBoth = (body: { who: string; by: string }) => ({
    creator: get(body.who),
    username: get(body.by).username,
  });
  const getLive = (address: string) => {
    const creator = get(address);
    const live = findLive(creator);
    if (!live) throw new ControlError(409, `${creator.name} is not live.`);
    return { creator, ...live };
  };
  return {
    'go-live': (body) => showVideo(goLive(world, get(body.who), body)),
    schedule: (body) => showVideo(schedule(world, get(body.who), body.minutes, body)),
    'change-title': (body) => {
      const creator = get(body.who);
      creator.title = body.title;
      const live = findLive(creator);
      if (live) live.video.title = body.title;
    },
    'set-viewers': (body) => {
      getLive(body.who).stream.viewers = body.viewers;
    },
    drop: (body) => dropStream(world, getLive(body.who).creator, body),
    end: (body) => endStream(world, get(body.who)),
    upload: (body) =>
      showVideo(publish(world, get(body.who), { title: body.title ?? 'A new video', seconds: body.seconds })),
    short: (body) =>
      showVideo(publish(world, get(body.who), { title: body.title ?? 'A short one', seconds: 42, isShort: true })),
    rename: (body) => rename(world, get(body.who), body),
    follow: (body) => {
      const { creator, username } = getBoth(body);
      if (creator.recent.followers.some((each) => each.username === username)) return;
      creator.followers += 1;
      creator.recent.followers.unshift({ username, at: world.doors.now() });
    },
    unfollow: (body) => {
      const { creator, username } = getBoth(body);
      const place = creator.recent.followers.findIndex((each) => each.username === username);
      if (place < 0) throw new ControlError(409, `${username} does not follow ${creator.name}.`);
      creator.recent.followers.splice(place, 1);
      creator.followers -= 1;
    },
    subscribe: (body) => {
      const { creator, username } = getBoth(body);
      creator.subscribers += 1;
      creator.recent.subscribers.unshift({ username, at: world.doors.now() });
    },
    'api-url': (body) => ({ url: apiUrl(world, get(body.who)) }),
    'roll-key': (body) => {
      const creator = get(body.who);
      creator.apiKey = createSecret(world.doors);
      return { url: apiUrl(world, creator) };
    },
    trouble: (body) => {
      world.trouble = { kind: body.kind, until: new Date(world.doors.now().getTime() + body.minutes * 60_000) };
    },
    calm: () => {
      world.trouble = null;
    },
    'add-creator': (body) => {
      if (world.creators.has(addressOf({ kind: body.kind, slug: body.name }))) {
        throw new ControlError(409, `${body.name} exists already.`);
      }
      return { who: addressOf(addCreator(world, body)) };
    },
  };
}

/** A new name replaces the old one, because Rumble does not redirect. */
function rename(
  world: RumbleWorld,
  creator: Creator,
  to: { name: string; slug?: string | undefined },
): { who: string } {
  const before = addressOf(creator);
  const after = addressOf({ kind: creator.kind, slug: to.slug ?? creator.slug });
  if (after !== before && world.creators.has(after)) throw new ControlError(409, `${after} is taken.`);
  creator.name = to.name;
  creator.slug = to.slug ?? creator.slug;
  world.creators.delete(before);
  world.creators.set(after, creator);
  return { who: after };
}
