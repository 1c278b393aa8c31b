import type { WebSocket } from 'ws';

/** One connection to the chats, as far as the server knows it. */
export interface IrcClient {
  readonly socket: WebSocket;
  readonly capabilities: Set<'tags' | 'commands' | 'membership'>;
  nick: string | null;
  password: string;
  /** True after the welcome. A client with a nick but no user id only reads. */
  isWelcome: boolean;
  userId: string | null;
  /** The logins of the chats that it joined. */
  readonly rooms: Set<string>;
  /** When it last joined, for Twitch's limit. */
  readonly joins: number[];
}

export interface SaidLine {
  readonly id: string;
  readonly room: string;
  readonly login: string;
  readonly text: string;
  readonly at: Date;
  /** The badges in the format of a line's tags. */
  readonly badges: string;
  readonly replyTo: string | null;
  /** The chat's notice of a subscription, gift or raid. */
  readonly note: string | null;
  /** True if the line was deleted, alone or with all lines of its writer or of the chat. */
  isGone: boolean;
}

export interface Irc {
  readonly clients: Set<IrcClient>;
  /** The last lines of all chats by id, for deletion. */
  readonly said: Map<string, SaidLine>;
  /** Writers who are not people of this world. */
  readonly strangers: Map<string, string>;
  /** If true, no lines are sent and no PING is answered, but all sockets stay open. */
  isSilent: boolean;
  /** The next lines leave in one frame (`batch`) or in pieces (`fragments`). */
  framing: 'plain' | 'batch' | 'fragments';
  close(): void;
}

export function createIrc(): Irc {
  const clients = new Set<IrcClient>();
  return {
    clients,
    said: new Map(),
    strangers: new Map(),
    isSilent: false,
    framing: 'plain',
    close: () => clients.forEach(({ socket }) => socket.terminate()),
  };
}
