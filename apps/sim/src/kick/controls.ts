import { z } from 'zod';
import { readControl } from '../platform/chats.ts';
import { createControls as controlsOf, dropBody, type Runs } from '../platform/controls.ts';
import { addEmotes, emotesBody } from '../platform/emotes.ts';
import { createUlid } from '../platform/ids.ts';
import { addMischief, mischiefBody } from '../platform/mischief.ts';
import { type Control, ControlError } from '../world.ts';
import {
  addBadge,
  ban,
  follow,
  giveKicks,
  giveSubscriptions,
  pushRedemption,
  subscribe,
  writeInChat,
} from './audience.ts';
import { viewChat } from './chat-view.ts';
import { kickbotBodies, makeKickbotClip, pushKickbotVod } from './kickbot.ts';
import { takePermissionBack } from './oauth/tokens.ts';
import { sendCleared, sendDeletion } from './realtime/send.ts';
import { addCreator } from './seed.ts';
import { getStanding } from './standings.ts';
import { changeCategory, changeTitle, dropStream, endStream, goLive, setViewers } from './streams.ts';
import { removeAllSubscriptions } from './subscriptions.ts';
import { rotateKeys } from './webhooks.ts';
import { findBySlug, type KickWorld, mischiefs, type Person, recordingFaults, recordingStates } from './world.ts';

type BodyOf<Name extends keyof typeof bodies> = z.output<(typeof bodies)[Name]>;

const who = z.string();
const viewers = z.number().int().min(0).max(5_000_000);
const minutes = z.number().min(0).max(1_440);

const bodies = {
  'go-live': z.strictObject({
    who,
    title: z.string().max(140).optional(),
    category: z.coerce.number().optional(),
    viewers: viewers.optional(),
  }),
  'change-title': z.strictObject({ who, title: z.string().max(140) }),
  'change-category': z.strictObject({ who, category: z.coerce.number() }),
  'set-viewers': z.strictObject({ who, viewers }),
  drop: dropBody,
  end: z.strictObject({ who }),
  rename: z.strictObject({ who, username: z.string().regex(/^\w{3,25}$/, 'a name has 3 to 25 letters, digits or _') }),
  /** The person removes the app in their Kick settings. */
  'take-back': z.strictObject({ who }),
  clip: z.strictObject({ who, by: who, title: z.string().min(1).max(10_000) }),
  recordings: z.strictObject({ who, are: z.enum(recordingStates) }),
  /** Faults while recordings of this channel are read. */
  'recording-fault': z.strictObject({
    who,
    kind: z.enum([...recordingFaults, 'none']),
    segment: z.number().int().min(0).default(1),
    times: z.number().int().min(1).default(1),
  }),
  /** Blocks this channel's content in the client's country. */
  country: z.strictObject({ who, isBlocked: z.boolean().default(true) }),
  chat: z.strictObject({ who, by: who, content: z.string().min(1).max(500), replyTo: z.string().optional() }),
  /** A subscriber shares their renewal with the chat. */
  celebrate: z.strictObject({
    who,
    by: who,
    months: z.coerce.number().int().min(2).max(240).default(20),
    content: z.string().min(1).max(500).default('🎉'),
  }),
  ban: z.strictObject({
    who,
    by: who,
    minutes: z.number().int().min(1).max(10_080).optional(),
    reason: z.string().max(1_000).default(''),
  }),
  /** No webhook reports this, so only readers of the web chat receive it. */
  'delete-line': z.strictObject({ who, id: z.string() }),
  'clear-chat': z.strictObject({ who }),
  realtime: z.strictObject({ do: z.enum(['centrifugo', 'pusher', 'drop', 'final', 'zombie', 'alive']) }),
  follow: z.strictObject({ who, by: who }),
  subscribe: z.strictObject({ who, by: who }),
  /** The recipient of a gift. Without one, this many random viewers receive it. */
  gift: z.strictObject({
    who,
    by: who,
    to: who.optional(),
    count: z.coerce.number().int().min(1).max(100).default(1),
    isAnonymous: z.coerce.boolean().default(false),
  }),
  kicks: z.strictObject({ who, by: who, amount: z.coerce.number().int().min(1).max(100_000).default(100) }),
  /** A reward bought with channel points. It is pending until the creator accepts or rejects it. */
  redeem: z.strictObject({
    who,
    by: who,
    reward: z.string().min(1).max(50).default('Highlight my message'),
    cost: z.coerce.number().int().min(1).max(1_000_000).default(500),
    input: z.string().max(200).default(''),
  }),
  ...kickbotBodies,
  'settle-redemption': z.strictObject({ id: z.string(), status: z.enum(['accepted', 'rejected']) }),
  badge: z.strictObject({
    who,
    by: who,
    badge: z.enum(['moderator', 'vip', 'og', 'founder', 'verified', 'sub_gifter']),
  }),
  /** New emotes of a channel, all with the same kind of file. Several are numbered. */
  emotes: emotesBody,
  webhooks: mischiefBody(mischiefs),
  trouble: z.strictObject({ kind: z.enum(['outage', 'limit', 'block']), minutes: minutes.default(1) }),
  calm: z.strictObject({}),
  callback: z.strictObject({ url: z.url().nullable() }),
  'unsubscribe-all': z.strictObject({}),
  'rotate-keys': z.strictObject({}),
  'add-creator': z.strictObject({
    username: z.string().regex(/^\w{3,25}$/),
    userId: z.number().int().positive().optional(),
  }),
};

export const createControls = (world: KickWorld): Record<string, Control> => ({
  ...controlsOf(world, bodies, createRuns(world)),
  ...readControl((slug) => viewChat(world, getPerson(world, slug))),
});

function getPerson(world: KickWorld, slug: string): Person {
  const person = findBySlug(world, slug);
  if (!person) throw new ControlError(404, `Nobody on the simulated Kick is called ${slug}.`);
  return person;
}

function createRuns(world: KickWorld): Runs<typeof bodies> {
  const get = (slug: string): Person => getPerson(world, slug);
  const getLive = (slug: string): Person => {
    const person = get(slug);
    if (!person.stream) throw new ControlError(409, `${person.username} is not live.`);
    return person;
  };
  const knownCategory = (id: number): number => {
    if (!world.categories.has(id)) throw new ControlError(404, `The simulated Kick has no category ${id}.`);
    return id;
  };
  return {
    'go-live': (body) => {
      const stream = goLive(world, get(body.who), {
        ...(body.title ? { title: body.title } : {}),
        ...(body.category === undefined ? {} : { categoryId: knownCategory(body.category) }),
        ...(body.viewers === undefined ? {} : { viewers: body.viewers }),
      });
      return { stream_id: stream.id, started_at: stream.startedAt };
    },
    'change-title': (body) => changeTitle(world, get(body.who), body.title),
    'change-category': (body) => changeCategory(world, get(body.who), knownCategory(body.category)),
    'set-viewers': (body) => setViewers(world, getLive(body.who), body.viewers),
    drop: (body) => dropStream(world, getLive(body.who), body),
    end: (body) => endStream(world, get(body.who)),
    rename: (body) => rename(world, get(body.who), body.username),
    'take-back': (body) => takePermissionBack(world, get(body.who).userId),
    recordings: (body) => void Object.assign(get(body.who), { recordings: body.are }),
    'recording-fault': ({ who: channel, kind, ...fault }) => {
      get(channel).recordingFault = kind === 'none' ? null : { kind, ...fault };
    },
    country: ({ who: channel, isBlocked }) => {
      const { userId } = get(channel);
      if (isBlocked) world.hiddenHere.add(userId);
      else world.hiddenHere.delete(userId);
    },
    clip: (body) => clip(world, get(body.who), { by: get(body.by), title: body.title }),
    chat: ({ who: channel, by, content, replyTo }) => {
      const parent = replyTo === undefined ? undefined : world.chat.get(replyTo);
      if (replyTo !== undefined && !parent) throw new ControlError(404, 'Nobody wrote this line.');
      return { message_id: writeInChat(world, get(channel), get(by), { content, replyTo: parent ?? null }).id };
    },
    celebrate: ({ who: channel, by, months, content }) => {
      const standing = getStanding(get(channel), get(by));
      standing.subscribedMonths = months;
      addBadge(standing, 'subscriber');
      return { message_id: writeInChat(world, get(channel), get(by), { content, celebratedMonths: months }).id };
    },
    ban: ({ who: channel, by, minutes: length = null, reason }) =>
      ban(world, get(channel), { viewer: get(by), moderator: get(channel), minutes: length, reason }),
    'delete-line': ({ who: channel, id }) => {
      if (!world.chat.delete(id)) throw new ControlError(404, 'Nobody wrote this line.');
      sendDeletion(world, get(channel), id);
    },
    'clear-chat': ({ who: channel }) => {
      const { userId } = get(channel);
      for (const { id, broadcasterUserId } of world.chat.values())
        if (broadcasterUserId === userId) world.chat.delete(id);
      sendCleared(world, get(channel));
    },
    realtime: ({ do: what }) => {
      if (what === 'drop') world.realtime.close();
      else if (what === 'final') world.realtime.close(3500);
      else if (what === 'zombie' || what === 'alive') world.realtime.isZombie = what === 'zombie';
      else world.realtime.provider = what;
    },
    follow: (body) => follow(world, get(body.who), get(body.by)),
    subscribe: (body) => subscribe(world, get(body.who), get(body.by)),
    gift: (body) => gift(world, get(body.who), { ...body, giver: get(body.by), to: body.to ? get(body.to) : null }),
    kicks: (body) => giveKicks(world, get(body.who), get(body.by), body.amount),
    redeem: ({ who: channel, by, reward: title, cost, input }) =>
      redeem(world, get(channel), { by: get(by), title, cost, input }),
    'settle-redemption': ({ id, status }) => {
      const found = world.redemptions.get(id);
      const [channel, redeemer] = [found?.channelId, found?.redeemerId].map((each) => world.people.get(each ?? 0));
      if (!found || !channel || !redeemer) throw new ControlError(404, 'Nobody redeemed this, or it is settled.');
      world.redemptions.delete(id);
      pushRedemption(world, found, { channel, redeemer, status });
    },
    'kickbot-clip': ({ who: channel, by, ...about }) =>
      makeKickbotClip(world, { channel: get(channel), maker: get(by) }, about),
    'kickbot-vod': ({ who: channel, title }) => pushKickbotVod(world, get(channel), title),
    badge: (body) => addBadge(getStanding(get(body.who), get(body.by)), body.badge),
    webhooks: (body) => addMischief(world, body),
    trouble: (body) => startTrouble(world, body),
    calm: () => calm(world),
    callback: (body) => setCallback(world, body.url),
    'unsubscribe-all': () => removeAllSubscriptions(world),
    'rotate-keys': rotateKeys,
    emotes: (body) =>
      addEmotes(get(body.who).emotes, body, ({ name, isForSubscribers, picture }) => ({
        id: (world.nextNumber += 1),
        name,
        forSubscribers: isForSubscribers,
        picture,
      })),
    'add-creator': (body) => addCreatorOnce(world, body),
  };
}

function redeem(
  world: KickWorld,
  channel: Person,
  { by, title, cost, input }: { by: Person; title: string; cost: number; input: string },
): { redemption_id: string } {
  const id = createUlid(world.doors);
  const redemption = {
    id,
    channelId: channel.userId,
    redeemerId: by.userId,
    redeemedAt: world.doors.now(),
    reward: { id: createUlid(world.doors), title, cost, description: '' },
    input,
  };
  world.redemptions.set(id, redemption);
  pushRedemption(world, redemption, { channel, redeemer: by, status: 'pending' });
  return { redemption_id: id };
}

function rename(world: KickWorld, person: Person, username: string): void {
  const slug = username.toLowerCase().replaceAll('_', '-');
  const holder = findBySlug(world, slug);
  if (holder && holder !== person) throw new ControlError(409, `${username} is taken.`);
  person.username = username;
  person.slug = slug;
}

function clip(world: KickWorld, person: Person, options: { by: Person; title: string }): { clip_id: string } {
  const stream = person.stream ?? person.past[0];
  if (!stream) throw new ControlError(409, `${person.username} has no stream to cut a clip from.`);
  const id = `clip_${createUlid(world.doors)}`;
  person.clips.unshift({
    id,
    title: options.title,
    byUserId: options.by.userId,
    streamId: stream.id,
    views: 1,
    likes: 0,
    seconds: 30,
    startedAt: stream.endedAt ? null : new Date(world.doors.now().getTime() - 30_000),
    createdAt: world.doors.now(),
  });
  return { clip_id: id };
}

function gift(
  world: KickWorld,
  channel: Person,
  options: { giver: Person; to: Person | null; count: number; isAnonymous: boolean },
): void {
  const { giver, to, count, isAnonymous } = options;
  const others = [...world.people.values()].filter((person) => person !== giver && person !== channel);
  const receivers = to ? [to] : Array.from({ length: count }, (_, at) => others[at % others.length] ?? giver);
  giveSubscriptions(world, channel, { giver, receivers, isAnonymous });
}

function startTrouble(world: KickWorld, body: BodyOf<'trouble'>): void {
  const until = new Date(world.doors.now().getTime() + body.minutes * 60_000);
  switch (body.kind) {
    case 'outage':
      world.faults.outageUntil = until;
      return;
    case 'limit':
      world.faults.limitedUntil = until;
      return;
    case 'block':
      world.faults.blockedUntil = until;
  }
}

function calm(world: KickWorld): void {
  world.faults.outageUntil = null;
  world.faults.limitedUntil = null;
  world.faults.blockedUntil = null;
  world.mischief = [];
  const late = world.held.splice(0);
  for (const release of late) release();
}

function setCallback(world: KickWorld, url: string | null): void {
  world.callbackUrl = url;
  if (url === null) removeAllSubscriptions(world);
}

function addCreatorOnce(world: KickWorld, body: BodyOf<'add-creator'>): { user_id: number } {
  const slug = body.username.toLowerCase().replaceAll('_', '-');
  if (findBySlug(world, slug)) throw new ControlError(409, `${body.username} exists already.`);
  if (body.userId !== undefined && world.people.has(body.userId))
    throw new ControlError(409, `${body.userId} is taken.`);
  return { user_id: addCreator(world, body.username, body.userId).userId };
}
