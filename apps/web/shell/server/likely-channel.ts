import type { ChannelFinding } from '@tally/contract/servers/calls';
import type { GreetType } from '@tally/contract/servers/parts';

/** Parts of the names that servers give such a channel, the best first. */
const hints = {
  welcome: ['welcome', 'willkommen', 'bienven', 'lobby', 'arrivals', 'join', 'ترحيب', 'general', 'chat'],
  leave: ['goodbye', 'leave', 'farewell', 'exit', 'welcome', 'ترحيب', 'log', 'general', 'chat'],
  birthday: ['birthday', 'geburtstag', 'ميلاد', 'celebrat', 'general', 'chat', 'lounge'],
} as const satisfies Record<GreetType, readonly string[]>;

/** The channel that a greeting most likely belongs in: by its name, otherwise the first one in which the bot may post. */
export function likelyChannel(type: GreetType, channels: readonly ChannelFinding[]): ChannelFinding | undefined {
  const open = channels
    .filter(({ type, validPermissions }) => type === 'text' && validPermissions)
    .toSorted((one, other) => one.position - other.position);
  for (const hint of hints[type]) {
    const found = open.find(({ name }) => name.toLowerCase().includes(hint));
    if (found) return found;
  }
  return open[0];
}
