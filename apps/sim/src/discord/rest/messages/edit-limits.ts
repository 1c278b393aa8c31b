import type { Core } from '../../discord.ts';
import { timeOf } from '../../state/snowflake.ts';
import type { Message } from '../../state/types.ts';
import { HiddenLimit } from '../serve.ts';

const HOUR = 3_600_000;
const PUBLISHED = 1;
/** https://github.com/discord/discord-api-docs/issues/2258 */
const EDITS_OF_PUBLISHED = { name: 'hidden:crosspost-edit', limit: 3, windowMs: HOUR };
const EDITS_OF_OLD = { name: 'hidden:old-edit', limit: 30, windowMs: HOUR };

/**
 * Undocumented: a published message takes about three edits an hour, and a channel few edits of messages that are older
 * than an hour. Two codes have been seen for the former; which comes when is not known, so here each kind of author
 * gets another one.
 */
export function checkEditLimits(core: Core, message: Message): void {
  if (!core.limits.settings.enabled) return;
  if ((message.flags & PUBLISHED) !== 0) {
    const taken = core.limits.take(EDITS_OF_PUBLISHED, message.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs, 'shared', message.webhook ? 20022 : 20028);
  }
  if (core.state.clock.ms() - timeOf(message.id) <= HOUR) return;
  const taken = core.limits.take(EDITS_OF_OLD, message.channelId);
  if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs, 'shared', 30046);
}
