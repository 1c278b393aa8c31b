/** Server-sent events. Messages change in place. Other events reload the state, at most a few times a second. */
import { noticeChat } from './chats.ts';
import { loadMessages, noteChange, refreshState } from './control.ts';
import { noticeSignal } from './signal.ts';
import { change, getState } from './store.ts';
import type { Emoji, Message, Reaction, SimEvent } from './wire.ts';

const REFRESH_MS = 150;
const TYPING_MS = 10_000;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;

export function refreshSoon(): void {
  refreshTimer ??= setTimeout(() => {
    refreshTimer = undefined;
    void refreshState();
  }, REFRESH_MS);
}

export function listen(): void {
  const source = new EventSource('/control/events');
  source.addEventListener('open', () => {
    change({ isConnected: true });
    void refreshState();
    const { channelId } = getState();
    if (channelId) void loadMessages(channelId);
  });
  source.addEventListener('error', () => change({ isConnected: false }));
  source.addEventListener('message', (event: MessageEvent<string>) => receive(JSON.parse(event.data) as SimEvent));
}

function receive(event: SimEvent): void {
  noticeSignal(event);
  noticeChat(event);
  const { data } = event;
  switch (event.type) {
    case 'MESSAGE_CREATE':
      return addMessage(data as Message);
    case 'MESSAGE_UPDATE':
      return replaceMessage(data as Message);
    case 'MESSAGE_DELETE':
      return removeMessages(data as { channel_id: string; id: string });
    case 'MESSAGE_DELETE_BULK':
      return removeMessages(data as { channel_id: string; ids: string[] });
    case 'MESSAGE_REACTION_ADD':
      return react(data as ReactionEvent, 1);
    case 'MESSAGE_REACTION_REMOVE':
      return react(data as ReactionEvent, -1);
    case 'MESSAGE_REACTION_REMOVE_ALL':
    case 'MESSAGE_REACTION_REMOVE_EMOJI':
      return void loadMessages((data as { channel_id: string }).channel_id);
    case 'TYPING_START':
      return noteTyping(data as { channel_id: string; user_id: string });
    case 'CHAT':
      return undefined;
    case 'RESET':
      change({
        messages: new Map(),
        complete: new Set(),
        unread: new Set(),
        guildId: null,
        channelId: null,
        path: null,
        chat: null,
      });
      return refreshSoon();
    default:
      return refreshSoon();
  }
}

function editChannel(channelId: string, edit: (list: readonly Message[]) => readonly Message[]): void {
  noteChange(channelId);
  change((now) => {
    const list = now.messages.get(channelId);
    return list ? { messages: new Map(now.messages).set(channelId, edit(list)) } : {};
  });
}

function addMessage(message: Message): void {
  editChannel(message.channel_id, (list) =>
    list.some((known) => known.id === message.id) ? list : [...list, message],
  );
  change((now) => ({
    unread: now.channelId === message.channel_id ? now.unread : new Set([...now.unread, message.channel_id]),
    typing: now.typing.filter((one) => one.userId !== message.author.id || one.channelId !== message.channel_id),
  }));
}

function replaceMessage(message: Message): void {
  editChannel(message.channel_id, (list) =>
    list.map((known) => (known.id === message.id ? { ...known, ...message, ...keepReactions(known, message) } : known)),
  );
}

/** An update counts reactions without their authors, so the known authors are kept. */
const keepReactions = (known: Message, message: Message): Partial<Message> =>
  known.reactions && message.reactions ? { reactions: known.reactions } : {};

function removeMessages(gone: { channel_id: string; id?: string; ids?: string[] }): void {
  const ids = gone.ids ?? [gone.id];
  editChannel(gone.channel_id, (list) => list.filter((message) => !ids.includes(message.id)));
}

interface ReactionEvent {
  readonly channel_id: string;
  readonly message_id: string;
  readonly user_id: string;
  readonly emoji: Emoji;
}

export const isSameEmoji = (left: Emoji, right: Emoji): boolean =>
  left.id || right.id ? left.id === right.id : left.name === right.name;

function react(event: ReactionEvent, step: 1 | -1): void {
  editChannel(event.channel_id, (list) =>
    list.map((message) =>
      message.id === event.message_id
        ? { ...message, reactions: countReaction(message.reactions ?? [], event, step) }
        : message,
    ),
  );
}

function countReaction(reactions: readonly Reaction[], event: ReactionEvent, step: 1 | -1): readonly Reaction[] {
  const known = reactions.find((reaction) => isSameEmoji(reaction.emoji, event.emoji));
  if (!known) return step === 1 ? [...reactions, { emoji: event.emoji, count: 1, users: [event.user_id] }] : reactions;
  // A response in progress may already include this event.
  if (known.users && known.users.includes(event.user_id) === (step === 1)) return reactions;
  const others = (known.users ?? []).filter((id) => id !== event.user_id);
  const users = step === 1 ? [...others, event.user_id] : others;
  const next = { ...known, count: known.count + step, users };
  return reactions.flatMap((reaction) => (reaction === known ? (next.count > 0 ? [next] : []) : [reaction]));
}

function noteTyping(event: { channel_id: string; user_id: string }): void {
  const one = { channelId: event.channel_id, userId: event.user_id, until: Date.now() + TYPING_MS };
  change((now) => ({ typing: [...now.typing.filter((other) => other.userId !== one.userId), one] }));
  setTimeout(() => change((now) => ({ typing: now.typing.filter((other) => other !== one) })), TYPING_MS);
}
