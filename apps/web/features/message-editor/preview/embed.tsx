'use client';

import type { EmbedPayload } from '@tally/message/discord';
import type { CSSProperties } from 'react';
import { TextPart } from './in-place.tsx';
import { InlineMarkdown, Markdown, OutwardLink } from './markdown.tsx';
import { Picture } from './picture.tsx';

/** `provider` is the site of a link, which Discord shows above its content. */
export function Embed({ embed, provider }: { embed: EmbedPayload; provider?: string }) {
  const { author, title, url, description, fields = [], thumbnail, image, footer } = embed;
  const stripe =
    embed.color === undefined
      ? undefined
      : ({ '--stripe': `#${embed.color.toString(16).padStart(6, '0')}` } as CSSProperties);
  return (
    <article className="discord-embed" style={stripe}>
      {provider && <p className="discord-subtext">{provider}</p>}
      {author && (
        <TextPart path="embed.author">
          <p className="discord-embed-line" data-part="author">
            {author.icon_url && <Picture src={author.icon_url} />}
            <strong>{author.name}</strong>
          </p>
        </TextPart>
      )}
      {title && (
        <TextPart path="embed.title">
          <p className="discord-embed-title">
            {url ? (
              <OutwardLink href={url}>
                <InlineMarkdown text={title} />
              </OutwardLink>
            ) : (
              <InlineMarkdown text={title} />
            )}
          </p>
        </TextPart>
      )}
      {description && (
        <TextPart path="embed.description">
          <div className="mt-2">
            <Markdown text={description} />
          </div>
        </TextPart>
      )}
      {thumbnail && <Picture src={thumbnail.url} className="discord-embed-thumbnail" />}
      {fields.length > 0 && <Fields fields={fields} />}
      {image && <Picture src={image.url} className="discord-embed-image" />}
      {footer && (
        <TextPart path="embed.footer">
          <p className="discord-embed-line" data-part="footer">
            {footer.icon_url && <Picture src={footer.icon_url} />}
            <span>{footer.text}</span>
          </p>
        </TextPart>
      )}
    </article>
  );
}

/** Discord puts up to three inline fields in a row. Other fields get a full row. */
function Fields({ fields }: { fields: NonNullable<EmbedPayload['fields']> }) {
  return (
    <dl className="discord-embed-fields">
      {fields.map((field, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two fields may say the same; a field is its place
        <div key={place} style={{ gridColumn: `span ${12 / neighboursOf(fields, place)}` }}>
          <dt>
            <InlineMarkdown text={field.name} />
          </dt>
          <dd>
            <Markdown text={field.value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The number of fields in this row, from 1 to 3. */
export function neighboursOf(fields: readonly { readonly inline: boolean }[], place: number): number {
  if (!fields[place]?.inline) return 1;
  let first = place;
  while (fields[first - 1]?.inline) first -= 1;
  let last = place;
  while (fields[last + 1]?.inline) last += 1;
  const lineStart = first + Math.floor((place - first) / 3) * 3;
  return Math.min(3, last - lineStart + 1);
}
