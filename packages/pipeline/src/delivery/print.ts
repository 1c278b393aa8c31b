import { createHash } from 'node:crypto';

interface Embed {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly footer?: { readonly text?: string | undefined } | null | undefined;
  readonly fields?: readonly { readonly name?: string | undefined; readonly value?: string | undefined }[] | undefined;
}

/** What of a message stays as it was sent: the words, not the addresses that Discord rewrites. */
interface Words {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | null | undefined;
}

/**
 * Recognises a message of ours in a channel's history. Discord drops the nonce there, and a webhook has none to
 * begin with, so it is known by its words.
 */
export function printOf({ content, embeds }: Words): string {
  const words = [
    tidy(content),
    ...(embeds ?? []).flatMap((embed) => [
      tidy(embed.title),
      tidy(embed.description),
      address(embed.url),
      tidy(embed.footer?.text),
      ...(embed.fields ?? []).flatMap((field) => [tidy(field.name), tidy(field.value)]),
    ]),
  ];
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url');
}

/** Discord trims texts. */
const tidy = (text: string | null | undefined): string => (text ?? '').trim();

/** It may also write an address its own way. */
const address = (url: string | null | undefined): string => URL.parse(tidy(url))?.href ?? tidy(url);
