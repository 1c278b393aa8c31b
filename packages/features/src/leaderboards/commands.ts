import { type LeaderBoardType, leaderBoardTypes } from '@tally/contract';
import {
  type Answer,
  type Call,
  defineCommand,
  message,
  type Option,
  privately,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { requirePlanFlags } from '../servers/index.ts';
import { findPicked, type StreamerRow, streamerOption } from '../streamers/index.ts';
import { COUNTED_ON } from './match.ts';
import { postPanel } from './service/panel.ts';
import { composeBoard } from './service/refresh.ts';

const streamer = streamerOption({ platform: COUNTED_ON });

const period: Option = {
  name: 'period',
  about: 'leaderboards.optionPeriod',
  type: 'text',
  choices: [
    { value: 'all', text: 'leaderboards.all' },
    ...leaderBoardTypes.map((value) => ({ value, text: `leaderboards.${value}` }) as const),
  ],
};

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'leaderboard',
    about: 'leaderboards.command',
    options: [streamer, period],
    run: showBoard,
  }),
  defineCommand({
    kind: 'slash',
    name: 'panel',
    about: 'commands.panel',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'leaderboard',
        about: 'leaderboards.commandPanel',
        isPrivate: true,
        options: [
          streamer,
          { name: 'channel', about: 'leaderboards.optionChannel', type: 'channel', channelTypes: [0, 5] },
          period,
        ],
        run: setUpPanel,
      },
    ],
  }),
];

/** Shows the current board once. The answer is not updated later. */
async function showBoard(ctx: Ctx, call: SlashCall): Promise<Answer> {
  await requirePlanFlags(ctx, serverOf(call), ['LeaderboardCommand']);
  const row = await kickStreamerOf(ctx, call, call.options['streamer']);
  const leaderBoardTypes = periodsChosen(call.options['period']) ?? [];
  return message(await composeBoard(ctx, { ...row, settings: { ...row.settings, leaderBoardTypes } }));
}

async function setUpPanel(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const row = await kickStreamerOf(ctx, call, call.options['streamer']);
  const { channel } = call.options;
  return privately(
    await postPanel(ctx, row.serverId, {
      streamerUserName: row.name,
      leaderBoardChannelId: channel === undefined ? undefined : (channel as never),
      leaderBoardTypes: periodsChosen(call.options['period']),
    }),
  );
}

async function kickStreamerOf(ctx: Ctx, call: Call, word: unknown): Promise<StreamerRow> {
  const row = await findPicked(ctx, call, word, { platform: COUNTED_ON });
  if (row.platform !== COUNTED_ON) throw new AppError('invalidFields', {}, [say(ctx.locale, 'leaderboards.onlyKick')]);
  return row;
}

/** Returns undefined if the option was omitted, and an empty list for "All". */
function periodsChosen(word: unknown): LeaderBoardType[] | undefined {
  if (word === undefined) return undefined;
  return leaderBoardTypes.filter((type) => type === word);
}
