import type { LinkCard } from '@tally/contract';

/** Kick's color, which chats show as a stripe. */
const COLOUR = '#53FC18';
/**
 * Measured in bytes, like Discord does. Discord cuts a longer title or description anywhere, and shows no card for a
 * longer site name: https://github.com/FxEmbed/FxEmbed
 */
const mostBytes = { title: 70, description: 350, siteName: 255, oembed: 255 } as const;

interface Page {
  readonly card: LinkCard;
  /** The URL to which people are redirected. */
  readonly target: string;
  /** False if this client must not be redirected. */
  readonly isSentOn: boolean;
}

/** Writes the card in the form that crawlers read: https://ogp.me, https://oembed.com */
export function writeCard({ card, target, isSentOn }: Page): string {
  const title = cut(card.title, mostBytes.title);
  const description = cut(card.description, mostBytes.description);
  const properties: [string, string | null][] = [
    ['og:url', target],
    ['og:type', card.video ? 'video.other' : 'website'],
    ['og:title', title],
    ['og:description', description],
    ['og:site_name', cut(card.siteName, mostBytes.siteName)],
    ['og:image', card.image],
    ['og:image:width', pixels(card.imageSize?.width)],
    ['og:image:height', pixels(card.imageSize?.height)],
    ['og:video', card.video],
    ['og:video:secure_url', card.video],
    ['og:video:type', card.video && 'video/mp4'],
    ['og:video:width', pixels(card.videoSize?.width)],
    ['og:video:height', pixels(card.videoSize?.height)],
  ];
  const names: [string, string | null][] = [
    ['description', description],
    ['theme-color', COLOUR],
    ['twitter:card', card.video ? 'player' : card.isScene ? 'summary_large_image' : 'summary'],
    ['twitter:title', title],
    ['twitter:image', card.image],
    ['twitter:player', card.video],
    ['twitter:player:width', pixels(card.videoSize?.width)],
    ['twitter:player:height', pixels(card.videoSize?.height)],
    ['twitter:player:stream', card.video],
    ['twitter:player:stream:content_type', card.video && 'video/mp4'],
  ];
  const tags = [
    ...properties.map(([name, value]) => value && `<meta property="${name}" content="${escape(value)}">`),
    ...names.map(([name, value]) => value && `<meta name="${name}" content="${escape(value)}">`),
    `<link rel="canonical" href="${escape(target)}">`,
    `<link rel="alternate" type="application/json+oembed" href="${escape(card.fixedUrl)}?format=oembed" title="${escape(title)}">`,
    isSentOn && `<meta http-equiv="refresh" content="0;url=${escape(target)}">`,
  ].filter(Boolean);
  return `<!doctype html>
<html><head><meta charset="utf-8"><title>${escape(title)}</title>
${tags.join('\n')}
</head><body><a href="${escape(target)}">${escape(title)}</a></body></html>
`;
}

export const writeOembed = (card: LinkCard, target: string): string =>
  JSON.stringify({
    version: '1.0',
    type: 'rich',
    title: cut(card.title, mostBytes.oembed),
    ...(card.author ? { author_name: cut(card.author, mostBytes.oembed), author_url: target } : {}),
    provider_name: cut(card.siteName, mostBytes.oembed),
    provider_url: new URL(card.fixedUrl).origin,
  });

const pixels = (count: number | undefined): string | null => (count === undefined ? null : String(count));

const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Cuts a text with an ellipsis, never in the middle of a character. */
export function cut(text: string, most: number): string {
  const size = (part: string) => Buffer.byteLength(part);
  const clean = text.toWellFormed();
  if (size(clean) <= most) return clean;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(clean)) {
    if (size(`${kept}${segment}…`) > most) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
