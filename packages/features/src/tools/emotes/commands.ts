import { EmotePlatform, emotePlatforms, StreamerName } from '@tally/contract';
import {
  type Answer,
  defineCommand,
  linkButton,
  privateCard,
  privately,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { cleanLine, escapeMarkdown } from '@tally/message/template';
import { listOwnEmotes } from './service/own.ts';
import { readPlaces } from './service/places.ts';
import { readImports } from './service/read.ts';
import { startImport } from './service/start.ts';

const MOST_LISTED = 10;

/** Imports the channel's own emotes in order until no slot is left. To select emotes, people use the page. */
async function begin(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const platform = EmotePlatform.parse(call.options.platform);
  const typed = StreamerName.safeParse(call.options.streamer);
  if (!typed.success) throw new AppError('notFound');
  const streamer = typed.data;
  const shown = escapeMarkdown(cleanLine(streamer));
  const [own, canAdd] = await Promise.all([listOwnEmotes(ctx, { platform, streamer }), readPlaces(ctx, serverId)]);
  if (own.length === 0) return privately(say(ctx.locale, 'emotes.noneOwn', { streamer: shown }));
  const fitting = own.slice(0, canAdd.normal + canAdd.animated);
  if (fitting.length === 0) return privately(say(ctx.locale, 'emotes.full'));
  const picked = (isAnimated: boolean) =>
    fitting
      .filter(({ animated }) => animated === isAnimated)
      .map(({ name, url }) => ({ name: name.slice(0, 100), url }));
  const emotes = { animated: picked(true), normal: picked(false) };
  const { succeded, failed } = await startImport(ctx, { serverId, platform, streamer, emotes, lockToSubIfSet: false });
  const counted = { done: countIn(succeded), failed: countIn(failed) };
  const waiting = fitting.length - counted.done - counted.failed;
  return privateCard({ description: say(ctx.locale, 'emotes.begun', { ...counted, waiting }) }, [
    pageButton(ctx, call),
  ]);
}

const countIn = ({ animated, normal }: { animated: readonly string[]; normal: readonly string[] }): number =>
  animated.length + normal.length;

const pageButton = (ctx: Ctx, call: SlashCall) =>
  linkButton(
    say(ctx.locale, 'commands.openDashboard'),
    `${ctx.config.webUrl}/dashboard/server/${serverOf(call)}/emotes`,
  );

async function list(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const imports = (await readImports(ctx, serverOf(call))).slice(0, MOST_LISTED);
  const lines = imports.map(({ streamerUserName, state, done, failed, waiting }) =>
    say(ctx.locale, 'emotes.listed', {
      streamer: escapeMarkdown(cleanLine(streamerUserName)),
      state,
      done,
      failed,
      waiting,
    }),
  );
  const description = lines.length > 0 ? lines.join('\n') : say(ctx.locale, 'emotes.noImports');
  return privateCard({ title: say(ctx.locale, 'emotes.listTitle'), description }, [pageButton(ctx, call)]);
}

export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'emotes',
    about: 'emotes.about',
    permissions: ['ManageGuild'],
    subcommands: [
      {
        name: 'import',
        about: 'emotes.aboutImport',
        isPrivate: true,
        options: [
          {
            name: 'platform',
            about: 'commands.optionPlatform',
            type: 'text',
            isRequired: true,
            choices: emotePlatforms.map((value) => ({ value, text: `commands.${value}` }) as const),
          },
          { name: 'streamer', about: 'emotes.optionStreamer', type: 'text', isRequired: true, min: 1, max: 100 },
        ],
        run: begin,
      },
      { name: 'list', about: 'emotes.aboutList', isPrivate: true, run: list },
    ],
  }),
];
