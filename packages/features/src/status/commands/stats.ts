import { type Answer, defineCommand, linkButton, privateCard } from '@tally/discord/interactions';
import { type Ctx, say, withWesternFigures } from '@tally/kernel';
import { duration } from '@tally/message/duration';
import { getStatus } from '../service/overview.ts';

/** Shows the figures of the status page. */
export const stats = defineCommand({
  kind: 'slash',
  name: 'stats',
  about: 'commands.stats',
  isInDms: true,
  isPrivate: true,
  run: show,
});

async function show(ctx: Ctx): Promise<Answer> {
  const status = await getStatus(ctx, { topServers: false });
  const number = new Intl.NumberFormat(withWesternFigures(ctx.locale));
  const field = (
    key: 'statsServers' | 'statsMembers' | 'statsStreamers' | 'statsSent' | 'statsShards' | 'statsMedian',
    value: string,
  ) => ({ name: say(ctx.locale, `commands.${key}`), value, inline: true });
  const online = status.clusters.filter((cluster) => cluster.online).length;
  return privateCard(
    {
      title: say(ctx.locale, 'commands.statsTitle', { name: ctx.config.SITE_NAME }),
      fields: [
        field('statsServers', number.format(status.totalGuilds)),
        field('statsMembers', number.format(status.totalMembers)),
        field('statsStreamers', number.format(status.totalStreamers)),
        field('statsSent', number.format(status.totalNotifications)),
        field('statsShards', `${number.format(status.totalShards)} (${number.format(online)})`),
        ...(status.medianPostMs === null ? [] : [field('statsMedian', duration(status.medianPostMs, ctx.locale))]),
      ],
    },
    [linkButton(say(ctx.locale, 'commands.statsButton'), `${ctx.config.webUrl}/status`)],
  );
}
