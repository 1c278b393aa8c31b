import type { Core } from '../discord.ts';
import { Intent } from '../gateway/intents.ts';
import type { Channel, User } from '../state/types.ts';
import { dispatchInChannel } from './dispatch.ts';

const INTENTS = { guild: Intent.GUILD_MESSAGE_TYPING, direct: Intent.DIRECT_MESSAGE_TYPING };

export function dispatchTyping(core: Core, channel: Channel, user: User): void {
  dispatchInChannel(core, channel, 'TYPING_START', INTENTS, {
    channel_id: channel.id,
    ...(channel.guildId ? { guild_id: channel.guildId } : {}),
    user_id: user.id,
    timestamp: Math.floor(core.state.clock.ms() / 1000),
  });
}
