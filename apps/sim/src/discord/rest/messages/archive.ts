import { ApiError } from '../../rules/errors.ts';
import type { Channel } from '../../state/types.ts';
import { has } from '../find.ts';

/**
 * An archived thread allows no edits, joins, leaves or reactions.
 * https://docs.discord.com/developers/topics/threads#active-archived-threads
 */
export function mustBeOpen({ thread_metadata: meta }: Channel): void {
  if (meta?.archived) throw new ApiError(50083);
}

/** https://docs.discord.com/developers/topics/threads#locked-threads */
export function mustNotBeLocked({ thread_metadata: meta }: Channel, permissions: bigint): void {
  if (meta?.locked && !has(permissions, 'MANAGE_THREADS')) throw new ApiError(meta.archived ? 50083 : 160005);
}
