/** The metadata in the head of a page: https://ogp.me */
export interface Head {
  readonly tags: ReadonlyMap<string, string>;
  /** The URL of the page's oEmbed response. */
  readonly oembed: string | null;
}

const LAST_LETTER = 0x10_ffff;
const names: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (all, decimal, hex, name) => {
    if (name) return names[name] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= LAST_LETTER ? String.fromCodePoint(code) : all;
  });

export function readHead(html: string): Head {
  const tags = new Map<string, string>();
  let oembed: string | null = null;
  for (const [, element, text = ''] of html.matchAll(/<(meta|link)\s+([^>]*)>/gi)) {
    const attributes = new Map(
      [...text.matchAll(/([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, name = '', double, single]) => [
        name.toLowerCase(),
        decode(double ?? single ?? ''),
      ]),
    );
    const name = attributes.get('property') ?? attributes.get('name');
    const content = attributes.get('content');
    // If a tag appears several times, the first one counts.
    if (element === 'meta' && name && content && !tags.has(name)) tags.set(name, content);
    // The real Discord reads a Mastodon status (`application/activity+json`), but does not document it.
    if (element === 'link' && attributes.get('type') === 'application/json+oembed')
      oembed ??= attributes.get('href') ?? null;
  }
  return { tags, oembed };
}
