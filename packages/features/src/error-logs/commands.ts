import { ERROR_HOURS_KEPT } from '@tally/contract';
import {
  type Answer,
  defineCommand,
  linkButton,
  privateCard,
  type SlashCall,
  serverOf,
} from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { escapeMarkdown } from '@tally/message/template';
import { listTrouble } from './service.ts';

const LINES = 10;

/** Shows the server's error log: open problems first, then solved ones. */
export const commands = [
  defineCommand({
    kind: 'slash',
    name: 'errors',
    about: 'commands.errors',
    permissions: ['ManageGuild'],
    isPrivate: true,
    options: [{ name: 'hours', about: 'commands.optionHours', type: 'whole', min: 1, max: ERROR_HOURS_KEPT }],
    run: show,
  }),
];

async function show(ctx: Ctx, call: SlashCall): Promise<Answer> {
  const serverId = serverOf(call);
  const hours = call.options['hours'];
  const rows = await listTrouble(ctx, serverId, typeof hours === 'number' ? hours : undefined);
  const lines = rows.slice(0, LINES).map(({ time, count, message, solvedTime }) => {
    const often = `${count > 1 ? ` ×${count}` : ''}${solvedTime === null ? '' : ` · ${say(ctx.locale, 'errorLogs.solved')}`}`;
    // Discord shows dates in the reader's own time zone.
    return `<t:${Math.floor(time / 1000)}:R>${often} · ${escapeMarkdown(message).slice(0, 350)}`;
  });
  const more = rows.length - lines.length;
  if (more > 0) lines.push(say(ctx.locale, 'commands.andMore', { count: more }));
  return privateCard(
    {
      title: say(ctx.locale, 'commands.errorsTitle'),
      description: lines.length > 0 ? lines.join('\n') : say(ctx.locale, 'commands.errorsEmpty'),
    },
    [
      linkButton(
        say(ctx.locale, 'commands.openDashboard'),
        `${ctx.config.webUrl}/dashboard/server/${serverId}/error-logs`,
      ),
    ],
  );
}
