import { createHash } from 'node:crypto';

interface Embed {
  readonly title?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly footer?: { readonly text?: string | undefined } | null | undefined;
  readonly fields?: readonly { readonly name?: string | undefined; readonly value?: string | undefined }[] | undefined;
}

/** The text that Discord keeps as we sent it. URLs are left out, because Discord rewrites them. */
interface Words {
  readonly content?: string | null | undefined;
  readonly embeds?: readonly Embed[] | null | undefined;
}

/**
 * Recognizes one of our messages in a channel's history by its text. Discord drops the nonce there, and webhooks have
 * none.
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

const tidy = (text: string | null | undefined): string => (text ?? '').trim();

/** Discord may also normalize a URL. */
const address = (url: string | null | undefined): string => URL.parse(tidy(url))?.href ?? tidy(url);
