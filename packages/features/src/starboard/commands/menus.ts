import { ChannelId, MessageId, type ServerId } from '@tally/contract';
import {
  type Answer,
  type ComponentCall,
  customId,
  defineCommand,
  type MenuCall,
  privately,
  update,
} from '@tally/discord/interactions';
import type { Message } from '@tally/discord/rest';
import { AppError, type Ctx, minutes, say, UpstreamError } from '@tally/kernel';
import { type MessagePayload, noMentions } from '@tally/message/discord';
import { cut } from '@tally/message/template';
import { emojiText } from '../match.ts';
import { boardsAtWork } from '../service/boards.ts';
import { postByHand } from '../service/by-hand.ts';
import { readChannel } from '../service/candidate.ts';
import { trash } from '../service/gone.ts';
import type { Board } from '../tables.ts';

const CHOOSE = 'star-choose';
/** Discord's limit for buttons in a row. A message has up to five rows. */
const PER_ROW = 5;
const MOST_BUTTONS = 25;
/**
 * Discord keeps a private answer this long: https://docs.discord.com/developers/interactions/receiving-and-responding
 */
const CHOSEN_WITHIN_MS = minutes(15);

async function trashMessage(ctx: Ctx, { serverId, targetId }: MenuCall): Promise<Answer> {
  const id = MessageId.safeParse(targetId);
  if (!serverId || !id.success) throw new AppError('notFound');
  const outcome = await trash(ctx, serverId, id.data);
  const key = { trashed: 'trashed', already: 'alreadyTrashed', unknown: 'notOnBoard' } as const;
  return privately(say(ctx.locale, `starboard.${key[outcome]}`));
}

async function postMessage(ctx: Ctx, call: MenuCall): Promise<Answer> {
  const { serverId, message } = call;
  if (!serverId || !message) throw new AppError('notFound');
  const { boards: all } = await boardsAtWork(ctx, serverId);
  const boards = all.filter((board) => board.channelId !== message.channelId);
  const [only, another] = boards;
  if (!only) return privately(say(ctx.locale, 'starboard.noBoard'));
  // A menu call contains text that Discord hides elsewhere. The button pressed next does not contain it.
  await ctx.cache.forget(seenKey(message.channelId, message.id));
  const whole = await seen(ctx, message, async () => message.whole ?? (await read(ctx, message.channelId, message.id)));
  if (another) return { kind: 'message', isPrivate: true, payload: await choice(ctx, boards, message) };
  return privately(await putUp(ctx, serverId, { board: only, message: whole }));
}

const seenKey = (channelId: ChannelId, id: MessageId): string => `starboard/seen/${channelId}/${id}`;

/** Returns the message as it was when the menu was opened. A process that did not see it asks Discord. */
async function seen(
  ctx: Ctx,
  { channelId, id }: { channelId: ChannelId; id: MessageId },
  load: () => Promise<Message>,
): Promise<Message> {
  return await ctx.cache.get(seenKey(channelId, id), CHOSEN_WITHIN_MS, load);
}

async function choice(
  ctx: Ctx,
  boards: readonly Board[],
  message: { channelId: ChannelId; id: MessageId },
): Promise<MessagePayload> {
  const buttons = await Promise.all(
    boards.slice(0, MOST_BUTTONS).map(async (board) => ({
      type: 2 as const,
      style: 2 as const,
      custom_id: customId(CHOOSE, board.channelId, message.channelId, message.id),
      label: cut(`#${(await readChannel(ctx, board.channelId))?.name ?? board.channelId}`, 80),
    })),
  );
  const rows = Array.from({ length: Math.ceil(buttons.length / PER_ROW) }, (_, row) => ({
    type: 1 as const,
    components: buttons.slice(row * PER_ROW, (row + 1) * PER_ROW),
  }));
  return { content: say(ctx.locale, 'starboard.choose'), components: rows, allowed_mentions: noMentions };
}

async function chosen(ctx: Ctx, { serverId, args }: ComponentCall): Promise<Answer> {
  const [boardChannel, channel, id] = args;
  const channelId = ChannelId.safeParse(channel);
  const messageId = MessageId.safeParse(id);
  if (!serverId || !channelId.success || !messageId.success) throw new AppError('notFound');
  const { boards } = await boardsAtWork(ctx, serverId);
  const board = boards.find((each) => each.channelId === boardChannel);
  const content = board
    ? await putUp(ctx, serverId, { board, message: await chosenMessage(ctx, channelId.data, messageId.data) })
    : say(ctx.locale, 'starboard.noBoard');
  return update({ content, components: [], allowed_mentions: noMentions });
}

/** Returns the message with its text from the menu call, unless it has been deleted since. */
async function chosenMessage(ctx: Ctx, channelId: ChannelId, messageId: MessageId): Promise<Message> {
  const known = await seen(ctx, { channelId, id: messageId }, async () => await read(ctx, channelId, messageId));
  try {
    await ctx.discord.messages.get({ channelId, messageId });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.kind === 'gone') throw new AppError('notFound', {}, [say(ctx.locale, 'starboard.isGone')]);
    // If we cannot see the channel, we use the data of the menu call.
    if (error.kind !== 'denied') throw error;
  }
  return known;
}

async function putUp(ctx: Ctx, serverId: ServerId, about: { board: Board; message: Message }): Promise<string> {
  const deed = await postByHand(ctx, serverId, about);
  const values = { channel: `<#${about.board.channelId}>`, emoji: emojiText(about.board.settings) };
  if (deed === 'post') return say(ctx.locale, 'starboard.posted', values);
  return say(ctx.locale, deed === 'leave' ? 'starboard.wasTrashed' : 'starboard.alreadyThere', values);
}

/** Treats a deleted or inaccessible message as missing. */
async function read(ctx: Ctx, channelId: ChannelId, messageId: MessageId): Promise<Message> {
  try {
    return await ctx.discord.messages.get({ channelId, messageId });
  } catch (error) {
    if (error instanceof UpstreamError && (error.kind === 'gone' || error.kind === 'denied'))
      throw new AppError('notFound', {}, [say(ctx.locale, 'starboard.isGone')]);
    throw error;
  }
}

const permissions = ['ManageMessages'] as const;

export const menus = [
  defineCommand({
    kind: 'messageMenu',
    name: 'starboard.menuTrash',
    permissions,
    isPrivate: true,
    run: trashMessage,
  }),
  defineCommand({ kind: 'messageMenu', name: 'starboard.menuPost', permissions, isPrivate: true, run: postMessage }),
  defineCommand({ kind: 'component', id: CHOOSE, permissions, isPrivate: true, run: chosen }),
];
