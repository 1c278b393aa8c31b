import { type Locale, type MediaShareCommand, MediaShareType, type UserId } from '@tally/contract';
import { AppError, type Ctx, say, seconds } from '@tally/kernel';
import { westernDigits } from '@tally/message/template';
import { localeOfUser } from '../../../account/index.ts';
import { findOwner } from '../../../connections/index.ts';
import { mayManage } from '../../../teams/index.ts';
import { isolated, plainLine } from '../../match/plain.ts';
import { type ChatRole, mayInChat, rankOf } from '../../match/who-may.ts';
import { findRoom } from '../../store/rooms.ts';
import type { RoomRow } from '../../tables.ts';
import { sayReason } from '../explain.ts';
import { controlPlayer } from '../player/act.ts';
import { addBan, removeBanNamed } from '../request/bans.ts';
import { requestVideo } from '../request/request.ts';
import { voteToSkip } from '../request/vote.ts';
import { whyClosed } from '../room/room.ts';
import { changeShare, settingsOf } from '../room/settings.ts';
import { sayOutcome, sayVote } from './answer.ts';
import { cancelLast, isOwnOf, sayQueue, sayWhen } from './say-queue.ts';

/** The words that may follow the prefix. They are the same in every language. */
const words = {
  request: 'request',
  sr: 'request',
  skip: 'skip',
  voteskip: 'skip',
  pause: 'pause',
  play: 'play',
  clear: 'clear',
  mode: 'mode',
  rban: 'rban',
  runban: 'runban',
  queue: 'queue',
  when: 'when',
  cancel: 'cancel',
  volume: 'volume',
} as const;
export type ChatWord = (typeof words)[keyof typeof words];

/** Returns null if the word is not one of our commands. */
export const chatWordOf = (typed: string): ChatWord | null =>
  Object.hasOwn(words, typed.toLowerCase()) ? words[typed.toLowerCase() as keyof typeof words] : null;

export interface ChatLine {
  readonly owner: UserId;
  readonly origin: 'kick' | 'twitch';
  readonly sender: {
    readonly id: string;
    readonly name: string;
    readonly roles: readonly ChatRole[];
    readonly accountCreatedAt?: Date | null | undefined;
  };
  /** The word after the prefix, as the viewer typed it. */
  readonly command: string;
  readonly argument: string;
}

/**
 * Both platforms limit a chat message to this length: https://docs.kick.com/apis/chat and
 * https://dev.twitch.tv/docs/api/reference/#send-chat-message
 */
const MOST_LETTERS = 500;

/**
 * Runs a chat command. Returns the answer in the owner's language, without a mention. Null if it is not our command, or
 * if the person may not use it, which we ignore.
 */
export async function runChatCommand(ctx: Ctx, line: ChatLine): Promise<string | null> {
  const word = chatWordOf(line.command);
  const room = word && (await findRoom(ctx.db, line.owner));
  if (!word || !room?.enabled) return null;
  const locale = await localeOfUser(ctx, line.owner);
  try {
    const closed = await whyClosed(ctx, room);
    if (closed) return (await isFirst(ctx, `${line.owner} closed`)) ? calm(sayReason(locale, closed)) : null;
    const sentence = await run[word](ctx, { ...line, room, locale });
    return sentence && calm(sentence);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return calm(error.fields[0] ?? say(locale, `errors.${error.code}`, error.values));
  }
}

/** Defuses mentions and another bot's commands, because answers contain names that strangers chose. */
function calm(sentence: string): string {
  const text = sentence
    .replace(/@/g, '＠')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[/.!]+/, '');
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1).toWellFormed()}…` : text;
}

/** We answer the same question or refusal at most once in this time, so our answers do not flood the chat. */
const ONCE_MS = seconds(5);

async function isFirst(ctx: Ctx, about: string): Promise<boolean> {
  const own = ctx.random.uuid();
  return (await ctx.cache.get(`media-sharing/answered/${about}`, ONCE_MS, async () => own)) === own;
}

interface Said extends ChatLine {
  readonly room: RoomRow;
  readonly locale: Locale;
}
type Run = (ctx: Ctx, said: Said) => Promise<string | null>;

const done = (locale: Locale, what: 'paused' | 'plays' | 'skipped'): string => say(locale, `mediaSharing.chat_${what}`);

/** Returns whether a person may use a command, through their badges or as a helper in the owner's team. */
async function may(ctx: Ctx, { room, origin, sender }: Said, command: MediaShareCommand): Promise<boolean> {
  if (mayInChat(room.permissions, command, { platform: origin, roles: sender.roles })) return true;
  const person = await findOwner(ctx, origin, sender.id);
  if (!person) return false;
  return await mayManage(ctx, { userId: person.userId, leaderId: room.ownerId, flag: 'ManageMediaShare' });
}

/** Ignores people without permission, because an answer to each of them would be spam. */
const ifMay =
  (command: MediaShareCommand, work: Run): Run =>
  async (ctx, said) =>
    (await may(ctx, said, command)) ? await work(ctx, said) : null;

const run: Readonly<Record<ChatWord, Run>> = {
  request: ifMay('request', async (ctx, { owner, origin, sender, argument, locale }) => {
    if (argument.trim() === '') return say(locale, 'mediaSharing.chat_howToRequest');
    const { roles, ...about } = sender;
    const rank = rankOf(roles);
    const asked = { ownerId: owner, sender: { origin, ...about }, rank, text: argument };
    const outcome = await requestVideo(ctx, asked);
    const isSilent = outcome.is === 'refused' && !(await isFirst(ctx, `${owner} ${origin} ${sender.id}`));
    return isSilent ? null : sayOutcome(locale, outcome);
  }),
  async skip(ctx, said) {
    const { owner, origin, sender, locale } = said;
    if (!(await may(ctx, said, 'skip'))) {
      const outcome = await voteToSkip(ctx, owner, { sender: { origin, id: sender.id } });
      return outcome.is === 'off' ? null : sayVote(locale, outcome);
    }
    const skipped = await controlPlayer(ctx, owner, { action: 'skip' });
    return skipped > 0 ? done(locale, 'skipped') : say(locale, 'mediaSharing.nothingPlays');
  },
  pause: ifMay('pause', async (ctx, { owner, locale }) => {
    await controlPlayer(ctx, owner, { action: 'pause' });
    return done(locale, 'paused');
  }),
  play: ifMay('play', async (ctx, { owner, locale }) => {
    await controlPlayer(ctx, owner, { action: 'play' });
    return done(locale, 'plays');
  }),
  clear: ifMay('clear', async (ctx, { owner, locale }) => {
    const count = await controlPlayer(ctx, owner, { action: 'clear' });
    return say(locale, 'mediaSharing.cleared', { count });
  }),
  mode: ifMode(),
  rban: ifMay('rban', async (ctx, { owner, origin, argument, locale }) => {
    if (argument.trim() === '') return say(locale, 'mediaSharing.chat_whom');
    const toBan = { kind: 'person', where: origin, name: argument.trim().slice(0, 200) } as const;
    const { name } = await addBan(ctx, owner, { toBan, by: null });
    return say(locale, 'mediaSharing.banned', { name: isolated(plainLine(name ?? argument) ?? '') });
  }),
  runban: ifMay('runban', async (ctx, { owner, origin, argument, locale }) => {
    if (argument.trim() === '') return say(locale, 'mediaSharing.chat_whom');
    const isGone = await removeBanNamed(ctx, owner, { where: origin, name: argument });
    return say(locale, isGone ? 'mediaSharing.unbanned' : 'mediaSharing.notBanned');
  }),
  queue: async (ctx, { owner, room, locale }) =>
    (await isFirst(ctx, `${owner} queue`)) ? await sayQueue(ctx, { ownerId: owner, room, locale }) : null,
  async when(ctx, { owner, origin, sender, locale }) {
    if (!(await isFirst(ctx, `${owner} when ${origin} ${sender.id}`))) return null;
    return await sayWhen(ctx, { ownerId: owner, locale, isOwn: isOwnOf({ origin, id: sender.id }) });
  },
  cancel: async (ctx, { owner, origin, sender, locale }) =>
    await cancelLast(ctx, { ownerId: owner, locale, isOwn: isOwnOf({ origin, id: sender.id }) }),
  volume: async (ctx, said) => {
    const { owner, room, argument, locale } = said;
    const wanted = /^\s*(\d{1,3})\s*%?\s*$/.exec(westernDigits(argument))?.[1];
    const isAllowed = wanted !== undefined && (await may(ctx, said, 'pause'));
    if (!isAllowed) {
      if (!(await isFirst(ctx, `${owner} volume`))) return null;
      return say(locale, 'mediaSharing.volumeIs', { volume: settingsOf(room).volume });
    }
    const volume = Number(wanted);
    if (volume > 100) return say(locale, 'mediaSharing.volumeRange');
    await changeShare(ctx, owner, { settings: { volume } });
    return say(locale, 'mediaSharing.volumeIs', { volume });
  },
};

/** Handles `mode youtube shorts` or `mode all`, which sets what viewers may request from now on. */
function ifMode(): Run {
  return ifMay('mode', async (ctx, { owner, argument, locale }) => {
    const typed = new Set(argument.toLowerCase().split(/[\s,]+/));
    const modes = MediaShareType.options.filter((mode) => typed.has(mode) || typed.has('all'));
    if (modes.length === 0)
      return say(locale, 'mediaSharing.chat_modes', { modes: [...MediaShareType.options, 'all'].join(', ') });
    await changeShare(ctx, owner, { settings: { modes } });
    return say(locale, 'mediaSharing.modesAre', { modes: modes.join(', ') });
  });
}
