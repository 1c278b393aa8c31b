import { TestKind } from '@tally/contract';
import { type Answer, type Call, type Choice, privately, type SlashCall, serverOf } from '@tally/discord/interactions';
import { AppError, type Ctx, say } from '@tally/kernel';
import { requirePlanFlags } from '../../servers/index.ts';
import { findPicked, platformOf } from '../../streamers/index.ts';
import { sendTest } from '../service/compose/send-test.ts';

/** `/setup test` runs the same test as the dashboard's button, without pings. */
export async function test(ctx: Ctx, call: SlashCall): Promise<Answer> {
  await requirePlanFlags(ctx, serverOf(call), ['TestNotificationCommand']);
  const row = await findPicked(ctx, call, call.options['streamer']);
  const kind = TestKind.default('live').safeParse(call.options['kind']).data;
  if (!kind) throw new AppError('invalidFields', {}, [say(ctx.locale, 'commands.badOption', { option: 'kind' })]);
  const channelId = await sendTest(ctx, row, { kind });
  return privately(say(ctx.locale, 'notifications.testQueued', { channel: `<#${channelId}>` }));
}

/** Offers only the message kinds of the chosen creator's platform. */
export async function proposeKinds(
  ctx: Ctx,
  _typed: string,
  call: Call & Pick<SlashCall, 'options'>,
): Promise<Choice[]> {
  const live = { name: say(ctx.locale, 'commands.testLive'), value: 'live' };
  const { platform } = await findPicked(ctx, call, call.options['streamer']);
  const hasVideos = platformOf(ctx, platform).definition.capabilities.includes('videos');
  return hasVideos ? [live, { name: say(ctx.locale, 'commands.testVideo'), value: 'video' }] : [live];
}
