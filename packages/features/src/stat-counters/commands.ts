import { CounterType, counterTypes } from '@tally/contract';
import { type Answer, defineCommand, privately, type SlashCall, serverOf } from '@tally/discord/interactions';
import type { Ctx } from '@tally/kernel';
import { findPicked, streamerOption } from '../streamers/index.ts';
import { makeCounters } from './service/change.ts';

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'setup',
    about: 'commands.setup',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'stats_channel',
        about: 'statCounters.command',
        isPrivate: true,
        options: [
          {
            name: 'shows',
            about: 'statCounters.optionType',
            type: 'text',
            isRequired: true,
            choices: counterTypes.map((value) => ({ value, text: `statCounters.type_${value}` }) as const),
          },
          streamerOption({}, { about: 'statCounters.optionStreamer', isRequired: false }),
        ],
        run: setUp,
      },
    ],
  }),
];

async function setUp(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const kind = CounterType.parse(call.options['shows']);
  const row = call.options['streamer'] === undefined ? null : await findPicked(ctx, call, call.options['streamer']);
  const about = { platform: row?.platform ?? 'kick', streamerUserName: row?.name, types: [kind] } as const;
  return privately(await makeCounters(ctx, serverOf(call), about));
}
