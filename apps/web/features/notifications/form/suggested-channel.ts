import type { ChannelFinding } from '@tally/contract/servers/calls';

/** Common words in the names of announcement channels, the most specific first. */
const words = [/live/iu, /stream|بث/iu, /notif|alert|إشعار|تنبيه/iu, /announce|news|إعلان|أخبار/iu];

/** Suggests the channel for a server's first streamer. Returns null if there is no good guess. */
export function suggestedChannel(channels: readonly ChannelFinding[]): string | null {
  const open = channels.filter(
    ({ type, validPermissions }) => validPermissions && (type === 'text' || type === 'announcement'),
  );
  for (const word of words) {
    const found = open.find(({ name }) => word.test(name));
    if (found) return found.id;
  }
  const [only] = open;
  return open.length === 1 && only ? only.id : null;
}
