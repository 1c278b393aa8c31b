import type { Place } from '../template/index.ts';
import { discordLimits as limits } from './limits.ts';
import type { EmbedTemplate, MessageTemplate } from './template.ts';

/** One text of a message, with its field, template and maximum length. */
export interface Part {
  /** The editor's field: `content`, `embed.title`, `embed.fields.0.value`, `buttons.1.title` … */
  readonly path: string;
  readonly text: string;
  readonly place: Place;
  readonly limit: number;
}

const part = (path: string, text: string | null | undefined, place: Place, limit: number): Part[] =>
  text ? [{ path, text, place, limit }] : [];

/** Lists the texts that count toward the total of an embed. Author and footer show no Markdown. */
export function embedParts(embed: EmbedTemplate): Part[] {
  return [
    ...part('embed.author', embed.author, 'plain', limits.author),
    ...part('embed.title', embed.title, 'line', limits.title),
    ...part('embed.description', embed.description, 'markdown', limits.description),
    ...(embed.fields ?? []).flatMap((field, place) => [
      ...part(`embed.fields.${place}.name`, field.name, 'line', limits.fieldName),
      ...part(`embed.fields.${place}.value`, field.value, 'markdown', limits.fieldValue),
    ]),
    ...part('embed.footer', embed.footer, 'plain', limits.footer),
  ];
}

export function embedLinks(embed: EmbedTemplate): Part[] {
  const keys = ['url', 'authorIcon', 'footerIcon', 'image', 'thumbnail'] as const;
  return keys.flatMap((key) => part(`embed.${key}`, embed[key], 'address', limits.url));
}

/** Lists every text of a message in reading order. */
export function partsOf(template: MessageTemplate): Part[] {
  const { content, embed, buttons = [], webhook } = template;
  return [
    ...part('content', content, 'markdown', limits.content),
    ...(embed ? [...embedParts(embed), ...embedLinks(embed), ...part('embed.color', embed.color, 'plain', 64)] : []),
    ...buttons.flatMap((button, place) => [
      ...part(`buttons.${place}.title`, button.title, 'plain', limits.buttonLabel),
      ...part(`buttons.${place}.url`, button.url, 'address', limits.buttonUrl),
    ]),
    ...(webhook?.enabled
      ? [
          ...part('webhook.username', webhook.username, 'plain', limits.webhookName),
          ...part('webhook.avatarUrl', webhook.avatarUrl, 'address', limits.url),
        ]
      : []),
  ];
}
