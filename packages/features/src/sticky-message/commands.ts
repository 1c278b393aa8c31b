import { ChannelId, MOST_STICKY_MESSAGES, type ServerId, stickyModes, type TextKey } from '@tally/contract';
import { type Answer, defineCommand, message, privately, type SlashCall } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { noMentions } from '@tally/message/discord';
import { cleanLine, cut, escapeMarkdown } from '@tally/message/template';
import { whyNotPostable } from '../places/index.ts';
import { removeSticky, saveSticky } from './service/change.ts';
import { listStickies } from './store/stickies.ts';
import type { StickyMode, StickyRow } from './tables.ts';

/** Channel types with messages: text, voice, announcement and stage. */
const channelTypes = [0, 2, 5, 13];
const SHOWN_LENGTH = 80;

const modeTexts: Readonly<Record<StickyMode, TextKey>> = {
  everyMessage: 'stickyMessage.modeEveryMessage',
  everyMessages: 'stickyMessage.modeEveryMessages',
  everyMinutes: 'stickyMessage.modeEveryMinutes',
  afterQuiet: 'stickyMessage.modeAfterQuiet',
};

/** Discord offers the command in servers only. */
function placeOf({ serverId, channelId, options }: SlashCall): { serverId: ServerId; channelId: ChannelId } {
  const chosen = ChannelId.safeParse(options.channel ?? channelId);
  if (!serverId || !chosen.success) throw new AppError('notFound');
  return { serverId, channelId: chosen.data };
}

async function set(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { serverId, channelId } = placeOf(call);
  const number = typeof call.options.number === 'number' ? call.options.number : null;
  // A number without a mode can only mean messages.
  const unsaid = number === null ? 'everyMessage' : 'everyMessages';
  const mode = stickyModes.find((each) => each === call.options.when) ?? unsaid;
  if (mode === 'everyMessage' && number !== null && number > 1) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'stickyMessage.numberUnused')]);
  }
  if (mode === 'everyMessages' && number !== null && number > MOST_STICKY_MESSAGES) {
    throw new AppError('invalidFields', {}, [say(ctx.locale, 'stickyMessage.tooMany', { most: MOST_STICKY_MESSAGES })]);
  }
  await saveSticky(ctx, serverId, {
    body: {
      channelId,
      // Discord's field has only one line, so people type `\n` for a line break.
      content: String(call.options.message ?? '')
        .replaceAll('\\n', '\n')
        .toWellFormed()
        .replaceAll('\0', ''),
      enabled: true,
      mode,
      everyMessages: mode === 'everyMessages' ? number : null,
      minutes: mode === 'everyMinutes' || mode === 'afterQuiet' ? number : null,
    },
  });
  const why = await whyNotPostable(ctx, serverId, channelId);
  return privately(why ?? say(ctx.locale, 'stickyMessage.set', { channel: `<#${channelId}>` }));
}

async function remove(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const { serverId, channelId } = placeOf(call);
  try {
    await removeSticky(ctx, serverId, { channelId });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
    return privately(say(ctx.locale, 'stickyMessage.noneHere', { channel: `<#${channelId}>` }));
  }
  return privately(say(ctx.locale, 'stickyMessage.removed'));
}

async function list(ctx: Ctx, { serverId }: SlashCall): Promise<Answer> {
  const rows = serverId ? await listStickies(ctx.db, serverId) : [];
  if (rows.length === 0) return privately(say(ctx.locale, 'stickyMessage.none'));
  const description = rows
    .slice(0, 25)
    .map((row) => lineOf(ctx, row))
    .join('\n');
  return message({
    embeds: [{ title: say(ctx.locale, 'stickyMessage.listTitle'), description }],
    allowed_mentions: noMentions,
  });
}

function lineOf(ctx: Ctx, { channelId, enabled, body, mode, pausedBy, ...row }: StickyRow): string {
  const words = body.content ?? body.embed?.title ?? body.embed?.description ?? '';
  const count = (mode === 'everyMessages' ? row.everyMessages : row.minutes) ?? 0;
  const rests = enabled ? 'stickyMessage.rests' : 'stickyMessage.off';
  const isActive = enabled && !pausedBy;
  const when = isActive ? say(ctx.locale, 'stickyMessage.when', { mode, count }) : say(ctx.locale, rests);
  return `<#${channelId}> · ${when} · ${escapeMarkdown(cut(cleanLine(words), SHOWN_LENGTH))}`;
}

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'sticky',
    about: 'stickyMessage.about',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'set',
        about: 'stickyMessage.aboutSet',
        isPrivate: true,
        options: [
          { name: 'message', about: 'stickyMessage.optionMessage', type: 'text', isRequired: true, min: 1, max: 2000 },
          { name: 'channel', about: 'stickyMessage.optionChannel', type: 'channel', channelTypes },
          {
            name: 'when',
            about: 'stickyMessage.optionWhen',
            type: 'text',
            choices: stickyModes.map((mode) => ({ value: mode, text: modeTexts[mode] })),
          },
          { name: 'number', about: 'stickyMessage.optionNumber', type: 'whole', min: 1, max: 10_080 },
        ],
        run: set,
      },
      {
        name: 'remove',
        about: 'stickyMessage.aboutRemove',
        isPrivate: true,
        options: [{ name: 'channel', about: 'stickyMessage.optionChannel', type: 'channel', channelTypes }],
        run: remove,
      },
      { name: 'list', about: 'stickyMessage.aboutList', isPrivate: true, run: list },
    ],
  }),
];
