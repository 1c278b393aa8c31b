import { type ChannelId, defaultLocale } from '@tally/contract';
import { card, linkButton } from '@tally/discord/interactions';
import type { Db } from '@tally/infra/db';
import { type Ctx, declareJob, say } from '@tally/kernel';
import { z } from 'zod';
import { findIncident, findUpdate } from '../store/incidents.ts';
import type { IncidentRow, IncidentUpdateRow } from '../tables.ts';

export const announceInChannelJob = declareJob({
  name: 'status/tell-channel',
  data: z.object({ updateId: z.string() }),
  // Retries often, because Discord itself may be down.
  retryLimit: 12,
  retryDelaySeconds: 10,
});

const LONGEST = 4_000;

/** Posts an update to the operator's status channel, if there is one. */
export async function announce(ctx: Ctx, tx: Db, updateId: bigint): Promise<void> {
  if (ctx.config.STATUS_CHANNEL_ID) await ctx.queue.send(announceInChannelJob, { updateId: String(updateId) }, { tx });
}

export async function announceInChannel(ctx: Ctx, updateId: string): Promise<void> {
  const update = await findUpdate(ctx.db, BigInt(updateId));
  const incident = update && (await findIncident(ctx.db, update.incidentId));
  const channelId = ctx.config.STATUS_CHANNEL_ID;
  if (!incident || !channelId) return;
  await ctx.discord.messages.create({
    channelId: channelId as ChannelId,
    payload: card(
      {
        title: titleOf(incident).slice(0, 256),
        description: [`**${headOf(incident, update)}**`, update.text]
          .filter((part) => part !== '')
          .join('\n')
          .slice(0, LONGEST),
      },
      [linkButton(say(defaultLocale, 'status.look'), `${ctx.config.webUrl}/status/${incident.id}`)],
    ),
    nonce: `status${update.id}`,
  });
}

/** Returns the phase and, during an incident, the affected components and the impact. */
function headOf({ isMaintenance, impact, components }: IncidentRow, { state }: IncidentUpdateRow): string {
  const step = say(defaultLocale, `status.state_${state}`);
  if (isMaintenance || state === 'over') return step;
  const affected = components.map((component) => say(defaultLocale, `status.component_${component}`)).join(', ');
  return `${step} · ${affected}: ${say(defaultLocale, `status.impact_${impact}`)}`;
}

export function titleOf({
  title,
  cause,
  components: [first],
}: Pick<IncidentRow, 'title' | 'cause' | 'components'>): string {
  if (title !== null) return title;
  if (cause === 'gap' || !first) return say(defaultLocale, 'status.gap');
  return say(defaultLocale, 'status.trouble', { component: say(defaultLocale, `status.component_${first}`) });
}
