import { type Answer, privately, type SlashCall, serverOf } from '@tally/discord/interactions';
import { type Ctx, say } from '@tally/kernel';
import { requirePlanFlags } from '../../message-editor/index.ts';
import { findPicked } from '../service/pick.ts';
import { sendTest } from '../service/send-test.ts';

/** `/setup test`: the same test as the button in the dashboard, and as silent. */
export async function test(ctx: Ctx, call: SlashCall): Promise<Answer> {
  await requirePlanFlags(ctx, serverOf(call), ['TestNotificationCommand']);
  const { serverId, platform, name, rumbleType } = await findPicked(ctx, call, call.options['streamer']);
  const kind = call.options['kind'] === 'video' ? 'video' : 'live';
  const channelId = await sendTest(ctx, { serverId, platform, name, rumbleType: rumbleType ?? undefined }, { kind });
  return privately(say(ctx.locale, 'notifications.testQueued', { channel: `<#${channelId}>` }));
}
