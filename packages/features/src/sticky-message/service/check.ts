import type { ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { flagsOfMessage, refuseProblems } from '../../message-editor/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import type { StickySettings } from './wire.ts';

/** Refuses stickies that could never be posted. `path` is the prefix for field names in a longer body. */
export async function checkSticky(ctx: Ctx, serverId: ServerId, sticky: StickySettings, path = ''): Promise<void> {
  refuseProblems(ctx, { field: `${path}message`, type: 'sticky', body: sticky.body });
  await requirePlanFlags(ctx, serverId, ['StickyMessages', ...flagsOfMessage(sticky.body)]);
}
