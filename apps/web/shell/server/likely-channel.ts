import type { ChannelFinding, RoleFinding } from '@tally/contract/servers/calls';
import type { GreetType } from '@tally/contract/servers/parts';

/** Parts of common channel names, the best match first. */
const hints = {
  welcome: ['welcome', 'willkommen', 'bienven', 'lobby', 'arrivals', 'join', 'ترحيب', 'general', 'chat'],
  leave: ['goodbye', 'leave', 'farewell', 'exit', 'welcome', 'ترحيب', 'log', 'general', 'chat'],
  birthday: ['birthday', 'geburtstag', 'ميلاد', 'celebrat', 'general', 'chat', 'lounge'],
  starboard: ['starboard', 'star', 'hall-of-fame', 'highlight', 'best-of', 'quotes', 'نجوم', 'showcase', 'lounge'],
  sticky: ['rules', 'introduc', 'support', 'help', 'قوانين', 'welcome', 'general', 'chat'],
} as const satisfies Record<GreetType | 'starboard' | 'sticky', readonly string[]>;

/** Returns the most likely channel for a tool: by name, or else the first one where the bot can post. */
export function likelyChannel(
  type: keyof typeof hints,
  channels: readonly ChannelFinding[],
  /** Channels that the tool already uses. */
  taken: readonly string[] = [],
): ChannelFinding | undefined {
  const open = channels
    .filter(({ id, type, validPermissions }) => type === 'text' && validPermissions && !taken.includes(id))
    .toSorted((one, other) => one.position - other.position);
  for (const hint of hints[type]) {
    const found = open.find(({ name }) => name.toLowerCase().includes(hint));
    if (found) return found;
  }
  return open[0];
}

/** Parts of common role names, the best match first. */
const roleHints = {
  live: ['live', 'stream', 'on air', 'مباشر', 'بث'],
  team: ['streamer', 'creator', 'partner', 'team', 'staff', 'mod', 'vip', 'فريق'],
  without: ['muted', 'guest', 'new', 'bot', 'زائر'],
} as const;

/** Returns the most likely role by name. The bot must be able to assign a live role. */
export function likelyRole(
  type: keyof typeof roleHints,
  roles: readonly RoleFinding[],
  /** Roles that are already in use. */
  taken: readonly string[] = [],
): RoleFinding | undefined {
  const free = roles.filter(
    ({ id, reasons, validPermissions }) =>
      !taken.includes(id) && !reasons.includes('everyone') && (type !== 'live' || validPermissions),
  );
  for (const hint of roleHints[type]) {
    const found = free.find(({ name }) => name.toLowerCase().includes(hint));
    if (found) return found;
  }
  return undefined;
}
