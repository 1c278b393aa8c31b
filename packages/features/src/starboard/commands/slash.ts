import { ChannelId } from '@tally/contract';
import { type Answer, defineCommand, message, privately, type SlashCall, serverOf } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { noMentions, parseEmoji } from '@tally/message/discord';
import { whyNotPostable } from '../../places/index.ts';
import { emojiText } from '../match.ts';
import { jumpLink } from '../render.ts';
import { addStarboard, updateStarboard } from '../service/change.ts';
import { listBoards } from '../store/boards.ts';
import { countStanding, listMostStarred, listMostStarredPeople } from '../store/posts.ts';
import type { BoardSettings, Post } from '../tables.ts';
import { random } from './random.ts';

const channelTypes = [0, 2, 5, 13];
const MOST_SHOWN = 5;

async function setUp(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const { channel, threshold, emoji } = call.options;
  const channelId = ChannelId.parse(channel);
  const chosen: BoardSettings = {
    enabled: true,
    ...(typeof threshold === 'number' ? { threshold } : {}),
    ...(typeof emoji === 'string' ? emojiOf(ctx, emoji) : {}),
  };
  const isThere = (await listBoards(ctx.db, serverId)).some((board) => board.channelId === channelId);
  if (isThere) await updateStarboard(ctx, serverId, { which: channelId, patch: chosen });
  else await addStarboard(ctx, serverId, { channelId, ...chosen });
  const why = await whyNotPostable(ctx, serverId, channelId);
  return privately(
    [say(ctx.locale, 'starboard.setUp', { channel: `<#${channelId}>` }), ...(why ? [why] : [])].join('\n\n'),
  );
}

/** Parses a typed emoji: Unicode, or `<:name:id>`. */
function emojiOf(ctx: Ctx, text: string): Pick<BoardSettings, 'emojiId' | 'emojiName'> {
  const parsed = parseEmoji(text);
  if (!parsed) throw new AppError('invalidFields', {}, [say(ctx.locale, 'starboard.badEmoji')]);
  return { emojiId: parsed.id ?? null, emojiName: parsed.name ?? null };
}

async function stats(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const [total, messages, people, boards] = await Promise.all([
    countStanding(ctx.db, serverId),
    listMostStarred(ctx.db, serverId, MOST_SHOWN),
    listMostStarredPeople(ctx.db, serverId, MOST_SHOWN),
    listBoards(ctx.db, serverId),
  ]);
  if (total.posts === 0) return privately(say(ctx.locale, 'starboard.empty'));
  const star = starOf(boards);
  const ofMessage = (post: Post, place: number) =>
    `${place + 1}. ${star(post.boardId)} **${post.currentStars}** · <@${post.authorId}> · ${linkTo(ctx, post)}`;
  const ofPerson = ({ authorId, stars, posts }: (typeof people)[number], place: number) =>
    `${place + 1}. <@${authorId}> · ${say(ctx.locale, 'starboard.personStars', { stars, posts })}`;
  return message({
    embeds: [
      {
        title: say(ctx.locale, 'starboard.statsTitle'),
        description: say(ctx.locale, 'starboard.statsTotal', total),
        fields: [
          { name: say(ctx.locale, 'starboard.topMessages'), value: messages.map(ofMessage).join('\n'), inline: false },
          { name: say(ctx.locale, 'starboard.topPeople'), value: people.map(ofPerson).join('\n'), inline: false },
        ],
      },
    ],
    allowed_mentions: noMentions,
  });
}

const linkTo = (ctx: Ctx, post: Post): string =>
  `[${say(ctx.locale, 'starboard.jump')}](${jumpLink(post.serverId, post.originalChannelId, post.originalMessageId)})`;

const starOf = (boards: Awaited<ReturnType<typeof listBoards>>) => (boardId: string) =>
  emojiText(boards.find((board) => board.id === boardId)?.settings ?? {});

export const starboardCommand = defineCommand({
  kind: 'slash',
  name: 'starboard',
  about: 'starboard.about',
  subcommands: [
    {
      name: 'setup',
      about: 'starboard.aboutSetup',
      permissions: ['ManageGuild'],
      isPrivate: true,
      options: [
        { name: 'channel', about: 'starboard.optionChannel', type: 'channel', isRequired: true, channelTypes },
        { name: 'threshold', about: 'starboard.optionThreshold', type: 'whole', min: 1, max: 10_000 },
        { name: 'emoji', about: 'starboard.optionEmoji', type: 'text', min: 1, max: 64 },
      ],
      run: setUp,
    },
    { name: 'stats', about: 'starboard.aboutStats', run: stats },
    { name: 'random', about: 'starboard.aboutRandom', run: random },
  ],
});
