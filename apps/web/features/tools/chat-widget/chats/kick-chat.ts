import type { ChatEvent } from '@tally/contract/chat-widget/calls';
import { hearEvents } from '../../../../lib/live/hear-events.ts';

/** Reads a Kick chat through our server. */
export const hearKick = ({ channel, hear }: { channel: string; hear: (event: ChatEvent) => void }): (() => void) =>
  hearEvents<ChatEvent>({
    path: `/data/chat/kick/${encodeURIComponent(channel)}`,
    hear(event) {
      // A newer server may send events that an old page does not know.
      if (known.has(event.type)) hear(event);
    },
  });

const known: ReadonlySet<string> = new Set<ChatEvent['type']>(['line', 'banned', 'removed', 'cleared']);
