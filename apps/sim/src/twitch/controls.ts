import { z } from 'zod';
import { readControl } from '../platform/chats.ts';
import { createControls as controlsOf, dropBody, type Runs } from '../platform/controls.ts';
import { addEmotes, emotesBody } from '../platform/emotes.ts';
import { createUuid } from '../platform/ids.ts';
import { addMischief, mischiefBody, mischiefs } from '../platform/mischief.ts';
import { type Control, ControlError } from '../world.ts';
import { disableShard } from './conduits.ts';
import { emit, revoke } from './eventsub.ts';
import { setStanding, standings } from './helix/standings.ts';
import { getPerson, ircBodies, ircRuns } from './irc/controls.ts';
import { viewChat } from './irc/speak.ts';
import { addCreator } from './seed.ts';
import { changeChannel, dropStream, endStream, goLive } from './streams.ts';
import { isRead } from './subscriptions.ts';
import { takePermissionBack } from './tokens.ts';
import { type Clip, findByLogin, type Person, type TwitchWorld } from './world.ts';

const who = z.string();
const title = z.string().max(140);
const viewers = z.number().int().min(0).max(5_000_000);
const minutes = z.number().min(0).max(1_440);
const name = z.string().regex(/^\w{3,25}$/, 'a name has 3 to 25 letters, digits or _');

const bodies = {
  'go-live': z.strictObject({
    who,
    title: title.optional(),
    category: z.string().optional(),
    viewers: viewers.optional(),
  }),
  'change-title': z.strictObject({ who, title }),
  'change-category': z.strictObject({ who, category: z.string() }),
  'set-viewers': z.strictObject({ who, viewers }),
  drop: dropBody,
  end: z.strictObject({ who }),
  rename: z.strictObject({ who, name }),
  clip: z.strictObject({
    who,
    by: who,
    title: z.string().min(1).max(100),
    layouts: z.array(z.enum(['landscape', 'portrait'])).default(['landscape']),
  }),
  /** The person removes the app in their Twitch settings. */
  'take-back': z.strictObject({ who }),
  /** Sets or ends a person's relation to a channel. */
  standing: z.strictObject({ who, by: who, standing: z.enum(standings), isOn: z.boolean().default(true) }),
  /** New emotes of a channel, all with the same kind of file. Several are numbered. */
  emotes: emotesBody,
  webhooks: mischiefBody(mischiefs),
  trouble: z.strictObject({ kind: z.enum(['outage', 'limit']), minutes: minutes.default(1) }),
  calm: z.strictObject({}),
  'revoke-subscriptions': z.strictObject({
    who,
    status: z.enum(['authorization_revoked', 'user_removed', 'version_removed']).default('authorization_revoked'),
  }),
  'disable-shards': z.strictObject({}),
  'conduit-of-others': z.strictObject({}),
  'max-cost': z.strictObject({ cost: z.number().int().min(0) }),
  ...ircBodies,
  'add-creator': z.strictObject({ name, userId: z.string().regex(/^\d+$/).optional() }),
};

export const createControls = (world: TwitchWorld): Record<string, Control> => ({
  ...controlsOf(world, bodies, createRuns(world)),
  ...readControl((login) => viewChat(world, getPerson(world, login))),
});

function createRuns(world: TwitchWorld): Runs<typeof bodies> {
  const get = (login: string): Person => getPerson(world, login);
  const getLive = (login: string) => {
    const person = get(login);
    const { stream } = person;
    if (!stream) throw new ControlError(409, `${person.displayName} is not live.`);
    return { person, stream };
  };
  const category = (id: string | undefined): { gameId?: string } => {
    if (id !== undefined && !world.games.has(id)) {
      throw new ControlError(404, `The simulated Twitch has no category ${id}.`);
    }
    return id === undefined ? {} : { gameId: id };
  };
  return {
    'go-live': (body) => {
      const stream = goLive(world, get(body.who), {
        ...(body.title ? { title: body.title } : {}),
        ...category(body.category),
        ...(body.viewers === undefined ? {} : { viewers: body.viewers }),
      });
      return { stream_id: stream.id, started_at: stream.startedAt };
    },
    'change-title': (body) => changeChannel(world, get(body.who), { title: body.title }),
    'change-category': (body) => changeChannel(world, get(body.who), category(body.category)),
    'set-viewers': (body) => {
      getLive(body.who).stream.viewers = body.viewers;
    },
    drop: (body) => dropStream(world, getLive(body.who).person, body),
    end: (body) => endStream(world, get(body.who)),
    rename: (body) => rename(world, get(body.who), body.name),
    standing: ({ who, by, standing, isOn }) =>
      setStanding(world, { channel: get(who), viewer: get(by), standing, isOn }),
    'take-back': (body) => {
      const person = get(body.who);
      takePermissionBack(world, person.userId);
      for (const each of world.subscriptions.values())
        if (isRead(each.type) && each.userId === person.userId) revoke(world, each, 'authorization_revoked');
      const { userId: user_id, login: user_login, displayName: user_name } = person;
      emit(world, person, 'user.authorization.revoke', {
        client_id: world.app.clientId,
        user_id,
        user_login,
        user_name,
      });
    },
    clip: ({ who: whose, by, ...about }) => clip(world, get(whose), { by: get(by), ...about }),
    webhooks: (body) => addMischief(world, body),
    trouble: (body) => {
      const until = new Date(world.doors.now().getTime() + body.minutes * 60_000);
      world.faults[body.kind === 'outage' ? 'outageUntil' : 'limitedUntil'] = until;
    },
    calm: () => {
      world.faults.outageUntil = null;
      world.faults.limitedUntil = null;
      world.mischief = [];
    },
    'revoke-subscriptions': (body) => {
      const { userId } = get(body.who);
      for (const each of world.subscriptions.values()) if (each.userId === userId) revoke(world, each, body.status);
    },
    'disable-shards': () => {
      for (const conduit of world.conduits.values()) {
        for (const shard of conduit.shards.values()) disableShard(world, conduit, shard);
      }
    },
    'conduit-of-others': () => {
      const id = createUuid(world.doors);
      world.conduits.set(id, { id, clientId: 'somebody-else', shardCount: 1, shards: new Map() });
      return { conduit_id: id };
    },
    'max-cost': (body) => {
      world.limits.maxTotalCost = body.cost;
    },
    ...ircRuns(world),
    emotes: (body) =>
      addEmotes(get(body.who).emotes, body, ({ name: text, isForSubscribers, picture }) => ({
        id: `emotesv2_${((world.nextNumber += 1)).toString(16)}`,
        name: text,
        type: isForSubscribers ? 'subscriptions' : 'follower',
        tier: isForSubscribers ? '1000' : '',
        setId: '300000001',
        picture,
      })),
    'add-creator': (body) => {
      if (findByLogin(world, body.name)) throw new ControlError(409, `${body.name} exists already.`);
      if (body.userId !== undefined && world.people.has(body.userId)) {
        throw new ControlError(409, `${body.userId} is taken.`);
      }
      return { user_id: addCreator(world, body.name, body.userId).userId };
    },
  };
}

function clip(
  world: TwitchWorld,
  person: Person,
  about: { by: Person } & Pick<Clip, 'title' | 'layouts'>,
): { clip_id: string } {
  const stream = person.stream ?? person.past[0];
  if (!stream) throw new ControlError(409, `${person.displayName} has no stream to cut a clip from.`);
  const id = `CarefulLamp${(world.nextNumber += 1)}`;
  person.clips.unshift({
    id,
    title: about.title,
    layouts: about.layouts,
    creatorId: about.by.userId,
    videoId: stream.videoId,
    gameId: person.gameId,
    views: 1,
    seconds: 28,
    // The recording of a running stream is not ready.
    vodOffset: stream.endedAt ? 60 : null,
    createdAt: world.doors.now(),
  });
  return { clip_id: id };
}

function rename(world: TwitchWorld, person: Person, to: string): void {
  const holder = findByLogin(world, to);
  if (holder && holder !== person) throw new ControlError(409, `${to} is taken.`);
  person.displayName = to;
  person.login = to.toLowerCase();
}
