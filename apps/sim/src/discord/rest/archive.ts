import type { Core } from '../discord.ts';
import { ApiError } from '../rules/errors.ts';
import type { Channel } from '../state/types.ts';
import { tellChannel } from '../work/dispatch.ts';
import { has } from './find.ts';

// https://docs.discord.com/developers/topics/threads#active-archived-threads

/** In a thread that is put away no message is changed, and nobody comes, goes or reacts. */
export function mustBeOpen({ thread_metadata: meta }: Channel): void {
  if (meta?.archived) throw new ApiError(50083);
}

/** https://docs.discord.com/developers/topics/threads#locked-threads */
export function mustNotBeLocked({ thread_metadata: meta }: Channel, permissions: bigint): void {
  if (meta?.locked && !has(permissions, 'MANAGE_THREADS')) throw new ApiError(meta.archived ? 50083 : 160005);
}

/** A message takes a thread out of the archive, whether a bot or a webhook writes it. */
export function wake(core: Core, thread: Channel): void {
  const meta = thread.thread_metadata;
  if (!meta?.archived) return;
  meta.archived = false;
  meta.archive_timestamp = core.state.clock.now().toISOString();
  tellChannel(core, thread, 'UPDATE');
}
