/**
 * A message as its owner wrote it. The contract's bodies and entities (GuildMessage, sticky message …) all have this
 * shape. An absent part is empty.
 */
export interface MessageTemplate {
  readonly content?: string | null | undefined;
  readonly embed?: EmbedTemplate | null | undefined;
  readonly buttons?: readonly ButtonTemplate[] | undefined;
  readonly webhook?: WebhookTemplate | null | undefined;
}

type Text = string | null | undefined;

export interface EmbedTemplate {
  readonly title?: Text;
  readonly description?: Text;
  readonly url?: Text;
  readonly color?: Text;
  readonly author?: Text;
  readonly authorIcon?: Text;
  readonly footer?: Text;
  readonly footerIcon?: Text;
  readonly image?: Text;
  readonly thumbnail?: Text;
  readonly fields?:
    | readonly { readonly name: string; readonly value?: Text; readonly inline?: boolean | null | undefined }[]
    | undefined;
}

export interface ButtonTemplate {
  readonly title: string;
  readonly url?: Text;
  readonly emojiUnicodeOrId?: Text;
}

export interface WebhookTemplate {
  readonly enabled?: boolean | null | undefined;
  readonly username?: Text;
  readonly avatarUrl?: Text;
}
