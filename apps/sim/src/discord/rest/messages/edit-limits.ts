import type { Core } from '../../discord.ts';
import { timeOf } from '../../state/snowflake.ts';
import type { Message } from '../../state/types.ts';
import { HiddenLimit } from '../serve.ts';

const HOUR = 3_600_000;
const PUBLISHED = 1;
/** https://github.com/discord/discord-api-docs/issues/2258 */
const EDITS_OF_PUBLISHED = { name: 'hidden:crosspost-edit', limit: 3, windowMs: HOUR };
/** https://docs.discord.food/resources/message, since May 2026. A fault restores the older, slower limit. */
const EDITS_OF_OLD = { name: 'hidden:old-edit', limit: 3, windowMs: 6_000 };
const EDITS_OF_OLD_BY_HOUR = { name: 'hidden:old-edit-hour', limit: 30, windowMs: HOUR };

/**
 * Discord limits edits of a published message, and in each channel edits of messages older than an hour, without
 * documenting it. Two codes have been seen for published messages. It is unknown when Discord sends which, so each kind
 * of author gets a different one.
 */
export function checkEditLimits(core: Core, message: Message): void {
  if (!core.limits.settings.enabled) return;
  if ((message.flags & PUBLISHED) !== 0) {
    const taken = core.limits.take(EDITS_OF_PUBLISHED, message.id);
    if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs, 'shared', message.webhook ? 20022 : 20028);
  }
  if (core.state.clock.ms() - timeOf(message.id) <= HOUR) return;
  const rule = core.limits.settings.oldEditsByHour ? EDITS_OF_OLD_BY_HOUR : EDITS_OF_OLD;
  const taken = core.limits.take(rule, message.channelId);
  if (!taken.ok) throw new HiddenLimit(taken.resetAfterMs, 'shared', 30046);
}
