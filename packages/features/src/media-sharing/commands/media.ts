import { UserId } from '@tally/contract';
import { type Answer, defineCommand, type Option, privately, type SlashCall } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { mayManage } from '../../teams/index.ts';
import { isolated, plainLine } from '../match/plain.ts';
import { sayOutcome, sayVote } from '../service/chat/answer.ts';
import { chooseRoom, proposeRooms } from '../service/chat/choose-room.ts';
import { cancelLast, isOwnOf, sayQueue } from '../service/chat/say-queue.ts';
import { controlPlayer } from '../service/player/act.ts';
import { addBan, removeBanNamed } from '../service/request/bans.ts';
import { requestVideo } from '../service/request/request.ts';
import { voteToSkip } from '../service/request/vote.ts';
import { whyClosed } from '../service/room/room.ts';
import type { RoomRow } from '../tables.ts';

const whose: Option = {
  name: 'streamer',
  about: 'mediaSharing.optionStreamer',
  type: 'text',
  max: 100,
  complete: async (ctx, typed) => await proposeRooms(ctx, typed),
};

const roomOf = async (ctx: Ctx, { userId, serverId, options }: SlashCall): Promise<RoomRow> =>
  await chooseRoom(ctx, { userId, serverId, typed: String(options['streamer'] ?? '').trim() });

const manages = async (ctx: Ctx, { ownerId }: RoomRow, userId: UserId): Promise<boolean> =>
  await mayManage(ctx, { userId, leaderId: ownerId, flag: 'ManageMediaShare' });

const senderOf = ({ userId, user }: SlashCall) =>
  ({ origin: 'discord', id: userId, name: user.displayName ?? user.username }) as const;

/** Discord renders Markdown and mentions even in private answers, so titles are escaped. */
const escaped = (title: string): string => isolated(escapeMarkdown(title));

async function submit(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const room = await roomOf(ctx, call);
  const isHelper = await manages(ctx, room, call.userId);
  const { link, password } = call.options;
  const outcome = await requestVideo(ctx, {
    ownerId: room.ownerId,
    sender: senderOf(call),
    rank: isHelper ? 'owner' : 'viewer',
    text: String(link ?? ''),
    password: password === undefined ? undefined : String(password),
    by: isHelper ? call.userId : undefined,
  });
  return privately(sayOutcome(ctx.locale, outcome, escaped));
}

async function queue(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const room = await roomOf(ctx, call);
  const sentence = await sayQueue(ctx, { ownerId: room.ownerId, room, locale: ctx.locale }, escaped);
  return privately(`${sentence}\n${ctx.config.webUrl}/media/${encodeURIComponent(room.name)}`);
}

async function skip(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const room = await roomOf(ctx, call);
  const { ownerId } = room;
  if (await manages(ctx, room, call.userId)) {
    const skipped = await controlPlayer(ctx, ownerId, { action: 'skip', by: call.userId });
    return privately(say(ctx.locale, skipped > 0 ? 'mediaSharing.chat_skipped' : 'mediaSharing.nothingPlays'));
  }
  if (await whyClosed(ctx, room)) throw new AppError('mediaClosed');
  return privately(sayVote(ctx.locale, await voteToSkip(ctx, ownerId, { sender: senderOf(call) })));
}

async function cancel(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { ownerId } = await roomOf(ctx, call);
  return privately(await cancelLast(ctx, { ownerId, locale: ctx.locale, isOwn: isOwnOf(senderOf(call)) }));
}

type Deed = (ctx: Ctx, room: RoomRow, call: SlashCall) => Promise<string>;

/** Allows a command for the room's owner and for helpers in the owner's team. */
const byHelpers =
  (deed: Deed) =>
  async (ctx: Ctx, call: SlashCall): Promise<Answer> => {
    const room = await roomOf(ctx, call);
    if (!(await manages(ctx, room, call.userId))) {
      throw new AppError('notAllowed', {}, [
        say(ctx.locale, 'mediaSharing.needsHelper', { owner: `<@${room.ownerId}>` }),
      ]);
    }
    return privately(await deed(ctx, room, call));
  };

const control = (action: 'pause' | 'play', answer: 'chat_paused' | 'chat_plays') =>
  byHelpers(async (ctx, { ownerId }, { userId: by }) => {
    await controlPlayer(ctx, ownerId, { action, by });
    return say(ctx.locale, `mediaSharing.${answer}`);
  });

const clear = byHelpers(async (ctx, { ownerId }, { userId: by }) => {
  const count = await controlPlayer(ctx, ownerId, { action: 'clear', by });
  return say(ctx.locale, 'mediaSharing.cleared', { count });
});

const ban = byHelpers(async (ctx, { ownerId }, { userId: by, options }) => {
  const userId = UserId.parse(options['user']);
  const { name } = await addBan(ctx, ownerId, { toBan: { kind: 'person', where: 'discord', name: userId }, by });
  return say(ctx.locale, 'mediaSharing.banned', { name: escapeMarkdown(plainLine(name) ?? '') || `<@${userId}>` });
});

const unban = byHelpers(async (ctx, { ownerId }, { options }) => {
  const name = String(UserId.parse(options['user']));
  const isGone = await removeBanNamed(ctx, ownerId, { where: 'discord', name });
  return say(ctx.locale, isGone ? 'mediaSharing.unbanned' : 'mediaSharing.notBanned');
});

const mine = { isPrivate: true, isInDms: true } as const;
const whom: Option = { name: 'user', about: 'mediaSharing.optionUser', type: 'user', isRequired: true };

export const media = defineCommand({
  kind: 'slash',
  name: 'media',
  about: 'mediaSharing.about',
  isInDms: true,
  subcommands: [
    {
      ...mine,
      name: 'submit',
      about: 'mediaSharing.aboutSubmit',
      options: [
        { name: 'link', about: 'mediaSharing.optionLink', type: 'text', isRequired: true, min: 1, max: 2000 },
        whose,
        { name: 'password', about: 'mediaSharing.optionPassword', type: 'text', max: 72 },
      ],
      run: submit,
    },
    { ...mine, name: 'queue', about: 'mediaSharing.aboutQueue', options: [whose], run: queue },
    { ...mine, name: 'skip', about: 'mediaSharing.aboutSkip', options: [whose], run: skip },
    {
      ...mine,
      name: 'pause',
      about: 'mediaSharing.aboutPause',
      options: [whose],
      run: control('pause', 'chat_paused'),
    },
    { ...mine, name: 'play', about: 'mediaSharing.aboutPlay', options: [whose], run: control('play', 'chat_plays') },
    { ...mine, name: 'clear', about: 'mediaSharing.aboutClear', options: [whose], run: clear },
    { ...mine, name: 'cancel', about: 'mediaSharing.aboutCancel', options: [whose], run: cancel },
    { ...mine, name: 'ban', about: 'mediaSharing.aboutBan', options: [whom, whose], run: ban },
    { ...mine, name: 'unban', about: 'mediaSharing.aboutUnban', options: [whom, whose], run: unban },
  ],
});
