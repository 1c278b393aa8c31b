/** Follows one change from the platform into the chat, because newcomers want to see this path. All times are real. */
import { change, getState, type SignalPath } from './store.ts';
import type { Message, SimEvent } from './wire.ts';

interface Told {
  readonly subject: string;
  readonly name: string;
  readonly what: string;
}

/** Worlds publish `SIGNAL` for a creator's action, and `PUSHED` when the app answers the push. */
export function noticeSignal(event: SimEvent): void {
  const at = Date.parse(event.at);
  if (event.type === 'SIGNAL') return start(event.world, event.data as Told, at);
  const { path } = getState();
  if (!path) return;
  if (event.type === 'PUSHED' && event.world === path.world) {
    const { subject, isDelivered } = event.data as { subject: string; isDelivered: boolean };
    if (subject === path.subject) mark(path, 1, at, !isDelivered);
  }
  if (event.type === 'MESSAGE_CREATE' || event.type === 'MESSAGE_UPDATE')
    noticeMessage(path, event.data as Message, at);
}

function start(world: string, told: Told, at: number): void {
  change({
    path: {
      world,
      subject: told.subject,
      name: told.name,
      what: told.what,
      nodes: [
        { label: 'On air', at },
        { label: 'Pushed', at: null },
        { label: 'Posted', at: null },
      ],
    },
  });
}

function noticeMessage(path: SignalPath, message: Message, at: number): void {
  if (!message.author?.bot) return;
  const text = JSON.stringify([message.content, message.embeds, message.components]).toLowerCase();
  if (text.includes(path.subject.toLowerCase())) mark(path, 2, at, false);
}

function mark(path: SignalPath, index: number, at: number, isBroken: boolean): void {
  if (path.nodes[index]?.at !== null) return;
  change({
    path: { ...path, nodes: path.nodes.map((node, place) => (place === index ? { ...node, at, isBroken } : node)) },
  });
}
