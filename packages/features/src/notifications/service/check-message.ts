import type { ServerId, StreamerMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { flagsOfMessage, refuseProblems, requirePlanFlags } from '../../message-editor/index.ts';
import type { MessageBody } from '../tables.ts';

/** What Discord would refuse, what would show a brace to people, and what the plan does not hold is not saved. */
export async function checkMessage(
  ctx: Ctx,
  serverId: ServerId,
  { type, body }: { type: StreamerMessageType; body: MessageBody },
): Promise<void> {
  refuseProblems(ctx, { field: `customMessages.${type}`, type, body });
  await requirePlanFlags(ctx, serverId, ['SwitchStreamerAndGuildEmbeds', ...flagsOfMessage(body)]);
}
