/**
 * A message in Discord's format, exactly as the bot sends it and the preview draws it.
 * https://docs.discord.com/developers/resources/message#create-message
 */
export interface MessagePayload {
  readonly content?: string;
  readonly embeds?: readonly EmbedPayload[];
  readonly components?: readonly RowPayload[];
  /** Always set, because without it Discord would ping everyone that the text mentions. */
  readonly allowed_mentions: AllowedMentions;
  readonly flags?: number;
  /** A reply to another message in its channel. If that was deleted, the reply is posted without a reference. */
  readonly message_reference?: { readonly message_id: string; readonly fail_if_not_exists: false };
}

export interface AllowedMentions {
  readonly parse: readonly 'everyone'[];
  readonly roles: readonly string[];
  readonly users: readonly string[];
  /** Unless this is false, a reply pings the author of the original message. */
  readonly replied_user?: false;
}

export interface EmbedPayload {
  readonly title?: string;
  readonly description?: string;
  readonly url?: string;
  readonly color?: number;
  readonly author?: { readonly name: string; readonly icon_url?: string };
  readonly footer?: { readonly text: string; readonly icon_url?: string };
  readonly image?: { readonly url: string };
  readonly thumbnail?: { readonly url: string };
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline: boolean }[];
}

export interface RowPayload {
  readonly type: 1;
  readonly components: readonly ButtonPayload[];
}

export interface EmojiPayload {
  readonly id?: string;
  readonly name?: string;
  readonly animated?: boolean;
}

/** Style 5 opens a URL. The other styles send us an interaction. */
export type ButtonPayload =
  | {
      readonly type: 2;
      readonly style: 5;
      readonly url: string;
      readonly label?: string;
      readonly emoji?: EmojiPayload;
    }
  | {
      readonly type: 2;
      readonly style: 1 | 2 | 3 | 4;
      readonly custom_id: string;
      readonly label?: string;
      readonly emoji?: EmojiPayload;
      readonly disabled?: boolean;
    };

/** The value for messages without pings. */
export const noMentions: AllowedMentions = { parse: [], roles: [], users: [] };
