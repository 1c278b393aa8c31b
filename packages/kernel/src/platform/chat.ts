import type { EmoteSource, PlatformToLink } from '@tally/contract';
import type { OutsideAccount } from './people.ts';
import type { Channel } from './stream.ts';

export interface ChatPicture {
  readonly title: string;
  readonly url: string;
}

/** A line in a channel's chat, from a signed push. */
export interface ChatMessage {
  readonly platform: PlatformToLink;
  readonly messageId: string;
  readonly channelId: string;
  readonly sender: OutsideAccount;
  /** The sender's roles in the channel, in the platform's words, such as `moderator` or `subscriber`. */
  readonly badges: readonly string[];
  /** Missing if the platform does not count the months. */
  readonly subscribedMonths?: number | undefined;
  /** Badges that come with their own image. */
  readonly pictures?: readonly ChatPicture[];
  /** The sender's months so far, if they shared a renewal with the chat. */
  readonly renewedMonths?: number | undefined;
  /** The color of the name as #RRGGBB. Null if the sender chose none. */
  readonly colour: string | null;
  readonly text: string;
  /** The id of the message that this one replies to. */
  readonly replyTo: string | null;
  readonly sentAt: Date;
}

/** A person was banned or timed out in a channel's chat. Their messages must disappear. */
export interface ChatBan {
  readonly platform: PlatformToLink;
  readonly channelId: string;
  readonly banned: OutsideAccount;
  /** Details that only a signed push contains. Reading the chat does not show them. */
  readonly told?: BanTold;
}

export interface BanTold {
  /** Unique per platform. A second ban with the same id has no effect. */
  readonly messageId: string;
  readonly moderator: OutsideAccount | null;
  readonly reason: string | null;
  /** Null for a permanent ban. */
  readonly until: Date | null;
  readonly at: Date;
}

/** An event that we see when we read a chat. */
export type ChatHappening =
  | { readonly kind: 'line'; readonly message: ChatMessage }
  | { readonly kind: 'ban'; readonly ban: ChatBan }
  /** A moderator removed one line. */
  | { readonly kind: 'removed'; readonly messageId: string }
  | { readonly kind: 'cleared' };

/** The result of writing in a chat. */
export type Written =
  | { readonly state: 'written' }
  /** The platform accepted the line but hides it, because of a banned word, a repeated line or slow mode. */
  | { readonly state: 'dropped'; readonly reason: string }
  /** We may not, or may no longer, write in this chat. */
  | { readonly state: 'denied' };

export interface ToWrite {
  readonly channelId: string;
  readonly text: string;
  /** The id of the message to reply to. */
  readonly replyTo: string | null;
  /** A person's token, if the platform requires us to write on a person's behalf. */
  readonly accessToken: string | null;
}

/** For subscriber badges, `version` is the number of months. For most others it is `1`. */
export interface ChatBadge {
  readonly set: string;
  readonly version: string;
  readonly title: string;
  readonly url: string;
}

/** An emote as its source describes it. Only the file itself shows its real type. */
export interface EmoteFound {
  readonly source: EmoteSource;
  /** The source's own id. */
  readonly id: string;
  readonly name: string;
  /** Null if the source does not specify this, so we must read the file. */
  readonly isAnimated: boolean | null;
  readonly isForSubscribers: boolean;
  /** True if chats draw it on top of the preceding emote. */
  readonly isOverlay?: boolean;
}

/**
 * One list of a source: a channel's own emotes, including those for subscribers, or the list available in every
 * channel.
 */
export interface EmoteList {
  readonly of: 'channel' | 'everybody';
  /** True for the second list that every channel has: the platform's own emojis. */
  readonly isEmojis?: true;
  readonly emotes: readonly EmoteFound[];
}

/** Chats whose lines, bans and unbans the platform pushes. */
export interface ChatCalls {
  /** True if the platform pushes only chats whose owner let our bot in. Otherwise it pushes any chat. */
  readonly needsGrant: boolean;
  /**
   * Requests the pushes of these chats. Safe to repeat. Returns the chats that the platform does not let us receive.
   */
  readonly hearChats: (channelIds: readonly string[]) => Promise<readonly string[]>;
  /** Stops pushes of these chats. The platform still pushes bans of chats in `logged`. */
  readonly leaveChats: (channelIds: readonly string[], logged: ReadonlySet<string>) => Promise<void>;
}

/** Chats that we read as the platform's own pages do, which is faster than pushes and shows more. */
export interface ChatPageCalls {
  /**
   * Reads a chat until the returned function is called. The connection may drop without notice, so callers should also
   * use pushes. Lines have the same ids in both.
   */
  readonly readChat: (channel: Pick<Channel, 'id' | 'name'>, hear: (happening: ChatHappening) => void) => () => void;
}

/** Only platforms with a configured account have these calls. */
export interface ChatWritingCalls {
  /** The account that writes. Null if we write on behalf of the chat's owner, with their token. */
  readonly botId: string | null;
  readonly writeInChat: (about: ToWrite) => Promise<Written>;
}

/** The images of a channel's chat. */
export interface EmoteCalls {
  /** Returns the platform's own emotes in this channel, or null if the platform has no such channel. */
  readonly listEmotes: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly EmoteList[] | null>;
  readonly listBadges: (channel: Pick<Channel, 'id' | 'name'>) => Promise<readonly ChatBadge[]>;
}
