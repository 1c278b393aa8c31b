import type { ServerId, StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import type { MessageBody } from '@tally/message/defaults';
import { flagsOfMessage, refuseProblems } from '../../message-editor/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';

/** Refuses what Discord would refuse, raw placeholders that people would see, and what the plan does not include. */
export async function checkMessage(
  ctx: Ctx,
  serverId: ServerId,
  { type, body }: { type: StreamerMessageType; body: MessageBody },
): Promise<void> {
  refuseProblems(ctx, { field: `customMessages.${type}`, type, body });
  await requirePlanFlags(ctx, serverId, ['SwitchStreamerAndGuildEmbeds', ...flagsOfMessage(body)]);
}
