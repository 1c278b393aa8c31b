/** A chat as people see it on twitch.tv. */
import type { Chat } from '../actions.ts';
import { writerOf } from './irc/speak.ts';
import type { Person, TwitchWorld } from './world.ts';

/** What `/me` becomes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: https://dev.twitch.tv/docs/chat/irc/
const asAction = /^\u0001ACTION (.*)\u0001$/;

export const viewChat = (world: TwitchWorld, channel: Person): Chat => ({
  isHeard: isHeard(world, channel),
  lines: [...world.irc.said.values()]
    .filter(({ room, isGone }) => room === channel.login && !isGone)
    .map(({ id, at, login, text, badges, replyTo, note }) => ({
      id,
      at: at.toISOString(),
      by: writerOf(world, login).displayName,
      badges: badges.split(',').flatMap((badge) => badge.split('/')[0] || []),
      text: text.replace(asAction, '$1'),
      replyTo,
      note,
    })),
});

/** By EventSub or over IRC. */
const isHeard = (world: TwitchWorld, channel: Person): boolean =>
  [...world.subscriptions.values()].some(
    ({ type, userId, status }) => type === 'channel.chat.message' && userId === channel.userId && status === 'enabled',
  ) || [...world.irc.clients].some(({ rooms }) => rooms.has(channel.login));
