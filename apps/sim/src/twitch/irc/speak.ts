/** The actions of people and moderators in a chat: https://dev.twitch.tv/docs/chat/irc/#supported-irc-messages */
import type { Chat } from '../../actions.ts';
import { createUuid } from '../../platform/ids.ts';
import { notifyApps } from '../chat.ts';
import { badgesTag } from '../ranks.ts';
import { findByLogin, type Person, type TwitchWorld } from '../world.ts';
import { emotesTag, type Tags } from './lines.ts';
import { sendToRoom } from './send.ts';
import type { IrcClient, SaidLine } from './state.ts';

/** The form of a `/me` line. Positions in the line are counted without it. */
const ACTION = '\u0001ACTION ';
const REMEMBERED_LINES = 2_000;

interface Writer {
  readonly userId: string;
  readonly login: string;
  readonly displayName: string;
}

/** Returns a person of this world, or a name that got an id when it first wrote. */
export function writerOf(world: TwitchWorld, login: string): Writer {
  const person = findByLogin(world, login);
  if (person) return person;
  const { strangers } = world.irc;
  const name = login.toLowerCase();
  const userId = strangers.get(name) ?? String(700_000_000 + strangers.size);
  strangers.set(name, userId);
  return { userId, login: name, displayName: login };
}

/** Returns the tags about the author that every line has. */
export function userTags(world: TwitchWorld, login: string): Tags {
  const { displayName, userId } = writerOf(world, login);
  return {
    'badge-info': '',
    badges: '',
    color: '',
    'display-name': displayName,
    mod: '0',
    subscriber: '0',
    turbo: '0',
    'user-id': userId,
    'user-type': '',
  };
}

export interface Speech {
  readonly by: string;
  readonly text: string;
  /** Extra tags, which override the usual ones. */
  readonly tags?: Tags | undefined;
  /** Set for a line that was written in a partner's shared chat. */
  readonly sharedFrom?: Person | undefined;
  readonly from?: IrcClient | undefined;
}

export function speak(
  world: TwitchWorld,
  channel: Person,
  { by, text, tags, sharedFrom, from }: Speech,
): { id: string } {
  const writer = writerOf(world, by);
  const { login } = writer;
  const id = tags?.id ?? createUuid(world.doors);
  const source = sharedFrom && {
    'source-id': createUuid(world.doors),
    'source-room-id': sharedFrom.userId,
    'source-badges': '',
  };
  const all = {
    ...userTags(world, by),
    badges: sharedFrom ? '' : badgesTag(world, channel, writer.userId),
    emotes: emotesTag(text.startsWith(ACTION) ? text.slice(ACTION.length, -1) : text, allEmotes(world)),
    'first-msg': '0',
    flags: '',
    id,
    'returning-chatter': '0',
    'room-id': channel.userId,
    'tmi-sent-ts': String(world.doors.now().getTime()),
    ...source,
    ...tags,
  };
  keep(world, channel, {
    id,
    login,
    text,
    badges: all.badges,
    replyTo: tags?.['reply-parent-display-name'] ?? null,
    note: null,
  });
  const line = {
    tags: all,
    prefix: `${login}!${login}@${login}.tmi.twitch.tv`,
    text: `PRIVMSG #${channel.login} :${text}`,
  };
  sendToRoom(world, channel.login, [line], from);
  notifyApps(world, channel, { id, writer, text, tags: all, sharedFrom });
  return { id };
}

const allEmotes = (world: TwitchWorld) => [...world.people.values()].flatMap(({ emotes }) => emotes);

function keep(world: TwitchWorld, channel: Person, line: Omit<SaidLine, 'room' | 'at' | 'isGone'>): void {
  const { said } = world.irc;
  said.set(line.id, { ...line, room: channel.login, at: world.doors.now(), isGone: false });
  const [oldest] = said.keys();
  if (said.size > REMEMBERED_LINES && oldest !== undefined) said.delete(oldest);
  world.doors.tell('CHAT', { who: channel.login });
}

function hide(world: TwitchWorld, channel: Person, isMeant: (line: SaidLine) => boolean): void {
  for (const line of world.irc.said.values()) if (line.room === channel.login && isMeant(line)) line.isGone = true;
  world.doors.tell('CHAT', { who: channel.login });
}

/** Returns false if the line does not exist or is too old. */
export function deleteLine(world: TwitchWorld, channel: Person, id: string): boolean {
  const line = world.irc.said.get(id);
  if (!line || line.room !== channel.login) return false;
  hide(world, channel, (each) => each === line);
  const tags = {
    login: line.login,
    'room-id': '',
    'target-msg-id': id,
    'tmi-sent-ts': String(world.doors.now().getTime()),
  };
  sendToRoom(world, channel.login, [{ tags, text: `CLEARMSG #${channel.login} :${line.text}` }]);
  return true;
}

/** Without a name the whole chat is cleared. Without seconds the ban is permanent. */
export function clear(
  world: TwitchWorld,
  channel: Person,
  about: { by?: string | undefined; seconds?: number | undefined },
): void {
  const base = { 'room-id': channel.userId, 'tmi-sent-ts': String(world.doors.now().getTime()) };
  const { by } = about;
  hide(world, channel, ({ login }) => by === undefined || login === writerOf(world, by).login);
  if (by === undefined) return sendToRoom(world, channel.login, [{ tags: base, text: `CLEARCHAT #${channel.login}` }]);
  const { login, userId } = writerOf(world, by);
  const duration: Tags = about.seconds === undefined ? {} : { 'ban-duration': String(about.seconds) };
  const tags = { ...base, 'target-user-id': userId, ...duration };
  sendToRoom(world, channel.login, [{ tags, text: `CLEARCHAT #${channel.login} :${login}` }]);
}

export interface Notice {
  readonly by: string;
  readonly kind: 'sub' | 'resub' | 'subgift' | 'submysterygift' | 'raid';
  readonly systemText: string;
  /** The person's own message, sent along with the event. */
  readonly text?: string | undefined;
  readonly params: Tags;
}

/** Announces subscriptions, gifts and raids. */
export function announce(
  world: TwitchWorld,
  channel: Person,
  { by, kind, systemText, text, params }: Notice,
): { id: string } {
  const { login } = writerOf(world, by);
  const id = createUuid(world.doors);
  const tags = {
    ...userTags(world, by),
    emotes: emotesTag(text ?? '', allEmotes(world)),
    id,
    login,
    'msg-id': kind,
    'room-id': channel.userId,
    'system-msg': systemText,
    'tmi-sent-ts': String(world.doors.now().getTime()),
    ...Object.fromEntries(Object.entries(params).map(([name, value]) => [`msg-param-${name}`, value])),
  };
  keep(world, channel, { id, login, text: text ?? '', badges: '', replyTo: null, note: systemText });
  sendToRoom(world, channel.login, [{ tags, text: `USERNOTICE #${channel.login}${text ? ` :${text}` : ''}` }]);
  return { id };
}

/** Returns a chat as people see it on twitch.tv. */
export const viewChat = (world: TwitchWorld, channel: Person): Chat => ({
  isHeard: isHeard(world, channel),
  lines: [...world.irc.said.values()]
    .filter(({ room, isGone }) => room === channel.login && !isGone)
    .map(({ id, at, login, text, badges, replyTo, note }) => ({
      id,
      at: at.toISOString(),
      by: writerOf(world, login).displayName,
      badges: badges.split(',').flatMap((badge) => badge.split('/')[0] || []),
      text: text.startsWith(ACTION) ? text.slice(ACTION.length, -1) : text,
      replyTo,
      note,
    })),
});

/** Returns true if an app reads the chat, by EventSub or over IRC. */
const isHeard = (world: TwitchWorld, channel: Person): boolean =>
  [...world.subscriptions.values()].some(
    ({ type, userId, status }) => type === 'channel.chat.message' && userId === channel.userId && status === 'enabled',
  ) || [...world.irc.clients].some(({ rooms }) => rooms.has(channel.login));
