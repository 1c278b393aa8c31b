import { useEffect, useState } from 'preact/hooks';
import type { Chat } from '../../../actions.ts';
import type { Message, Modal, SimState } from './wire.ts';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly isProblem: boolean;
}

export type Pane = 'channels' | 'chat' | 'members' | 'panel';
export type Tab = 'worlds' | 'chats' | 'server' | 'clock' | 'log';

export interface AppState {
  readonly sim: SimState | null;
  readonly isConnected: boolean;
  /** How far the simulated clock is ahead of this machine's. */
  readonly clockOffset: number;
  readonly guildId: string | null;
  readonly channelId: string | null;
  /** The id of the acting person. */
  readonly userId: string | null;
  /** Messages by channel, oldest first. */
  readonly messages: ReadonlyMap<string, readonly Message[]>;
  readonly complete: ReadonlySet<string>;
  readonly unread: ReadonlySet<string>;
  readonly typing: readonly { readonly channelId: string; readonly userId: string; readonly until: number }[];
  readonly replyTo: Message | null;
  /** Custom ids of components that wait for an answer. */
  readonly waiting: ReadonlySet<string>;
  readonly modal: { readonly interactionId: string; readonly modal: Modal } | null;
  readonly toasts: readonly Toast[];
  /** The visible pane on narrow screens. */
  readonly pane: Pane;
  readonly tab: Tab;
  readonly world: string;
  readonly path: SignalPath | null;
  /** A platform's chat. Its content is loaded later. */
  readonly chat: { readonly world: string; readonly who: string; readonly content: Chat | null } | null;
}

/** The path of a creator's last change from the platform to the chat, with real times. */
export interface SignalPath {
  readonly world: string;
  readonly subject: string;
  readonly name: string;
  readonly what: string;
  readonly nodes: readonly { readonly label: string; readonly at: number | null; readonly isBroken?: boolean }[];
}

let state: AppState = {
  sim: null,
  isConnected: false,
  clockOffset: 0,
  guildId: null,
  channelId: null,
  userId: null,
  messages: new Map(),
  complete: new Set(),
  unread: new Set(),
  typing: [],
  replyTo: null,
  waiting: new Set(),
  modal: null,
  toasts: [],
  pane: 'chat',
  tab: 'worlds',
  world: 'kick',
  path: null,
  chat: null,
};

/** The simulated time. */
export const simNow = (): Date => new Date(Date.now() + state.clockOffset);

const listeners = new Set<() => void>();

export const getState = (): AppState => state;

export function change(next: Partial<AppState> | ((state: AppState) => Partial<AppState>)): void {
  state = { ...state, ...(typeof next === 'function' ? next(state) : next) };
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): void {
  listeners.add(listener);
}

/** Renders again only if the selected part changes. */
export function useApp<Part>(choose: (state: AppState) => Part): Part {
  const [, redraw] = useState(0);
  const chosen = choose(state);
  useEffect(() => {
    let last = choose(state);
    const look = (): void => {
      const next = choose(state);
      if (Object.is(last, next)) return;
      last = next;
      redraw((count) => count + 1);
    };
    listeners.add(look);
    look();
    return () => void listeners.delete(look);
  });
  return chosen;
}

let toasts = 0;
const TOAST_MS = 7_000;

export function say(text: string, isProblem = false): void {
  toasts += 1;
  const toast = { id: toasts, text, isProblem };
  change((now) => ({ toasts: [...now.toasts.slice(-2), toast] }));
  setTimeout(() => hideToast(toast.id), TOAST_MS);
}

export const hideToast = (id: number): void =>
  change((now) => ({ toasts: now.toasts.filter((toast) => toast.id !== id) }));
