import type { MessageTemplate } from '@tally/message/discord';

/** A message in the editor. Every field is present; unused ones are empty or null. */
export interface EditedMessage {
  readonly content: string;
  readonly embed: EditedEmbed | null;
  readonly buttons: readonly EditedButton[];
  readonly webhook: EditedWebhook | null;
}

export interface EditedEmbed {
  readonly title: string;
  readonly description: string;
  readonly url: string;
  readonly color: string;
  readonly author: string;
  readonly authorIcon: string;
  readonly footer: string;
  readonly footerIcon: string;
  readonly image: string;
  readonly thumbnail: string;
  readonly fields: readonly EditedField[];
}
/** A key for a list item during editing. `isSame` ignores it, and it is never sent. */
interface Item {
  readonly $id: string;
}
export interface EditedField extends Item {
  readonly name: string;
  readonly value: string;
  readonly inline: boolean;
}
export interface EditedButton extends Item {
  readonly title: string;
  readonly url: string;
  readonly emojiUnicodeOrId: string;
}
export interface EditedWebhook {
  readonly enabled: boolean;
  readonly username: string;
  readonly avatarUrl: string;
}

/** Creates a new item for a list. */
export const newField = (): EditedField => ({ $id: crypto.randomUUID(), name: '', value: '', inline: false });
export const newButton = (url = ''): EditedButton => ({
  $id: crypto.randomUUID(),
  title: '',
  url,
  emojiUnicodeOrId: '',
});

export const emptyEmbed: EditedEmbed = {
  title: '',
  description: '',
  url: '',
  color: '',
  author: '',
  authorIcon: '',
  footer: '',
  footerIcon: '',
  image: '',
  thumbnail: '',
  fields: [],
};

export function toEdited({ content, embed, buttons, webhook }: MessageTemplate): EditedMessage {
  return {
    content: content ?? '',
    embed: embed ? toEditedEmbed(embed) : null,
    buttons: (buttons ?? []).map(({ title, url, emojiUnicodeOrId }, place) => ({
      $id: `was ${place}`,
      title,
      url: url ?? '',
      emojiUnicodeOrId: emojiUnicodeOrId ?? '',
    })),
    webhook: webhook
      ? { enabled: webhook.enabled ?? false, username: webhook.username ?? '', avatarUrl: webhook.avatarUrl ?? '' }
      : null,
  };
}

function toEditedEmbed(embed: NonNullable<MessageTemplate['embed']>): EditedEmbed {
  return {
    title: embed.title ?? '',
    description: embed.description ?? '',
    url: embed.url ?? '',
    color: embed.color ?? '',
    author: embed.author ?? '',
    authorIcon: embed.authorIcon ?? '',
    footer: embed.footer ?? '',
    footerIcon: embed.footerIcon ?? '',
    image: embed.image ?? '',
    thumbnail: embed.thumbnail ?? '',
    fields: (embed.fields ?? []).map(({ name, value, inline }, place) => ({
      $id: `was ${place}`,
      name,
      value: value ?? '',
      inline: inline ?? false,
    })),
  };
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Converts a message to the API's format, where empty fields are null. */
export function toBody({ content, embed, buttons, webhook }: EditedMessage) {
  return {
    content: orNull(content),
    embed: embed
      ? {
          title: orNull(embed.title),
          description: embed.description,
          url: orNull(embed.url),
          color: orNull(embed.color),
          author: orNull(embed.author),
          authorIcon: orNull(embed.authorIcon),
          footer: orNull(embed.footer),
          footerIcon: orNull(embed.footerIcon),
          image: orNull(embed.image),
          thumbnail: orNull(embed.thumbnail),
          fields: embed.fields.map(({ name, value, inline }) => ({ name, value: orNull(value), inline })),
        }
      : null,
    buttons: buttons.map(({ title, url, emojiUnicodeOrId }) => ({
      title,
      url: orNull(url),
      emojiUnicodeOrId: orNull(emojiUnicodeOrId),
    })),
    webhook: webhook
      ? { enabled: webhook.enabled, username: orNull(webhook.username), avatarUrl: orNull(webhook.avatarUrl) }
      : null,
  } satisfies MessageTemplate;
}
