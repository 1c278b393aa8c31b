import type { ChannelFinding } from '@tally/contract/servers';

/** Words by which servers call the channel for such news, the plainest first. */
const words = [/live/iu, /stream|بث/iu, /notif|alert|إشعار|تنبيه/iu, /announce|news|إعلان|أخبار/iu];

/** Where the first streamer of a server probably posts; it stands in the form and can be changed. Null: no telling. */
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
