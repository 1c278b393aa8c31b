/**
 * The card that Discord shows below a link. It counts bytes, requests with two agents, and fetches a video while it
 * builds the card (https://github.com/FxEmbed/FxEmbed). Only this machine is called.
 */
import { readHead } from './page.ts';

const agents = [
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 11.6; rv:92.0) Gecko/20100101 Firefox/92.0',
];
const mostBytes = { title: 70, description: 350, siteName: 256, oembed: 255 } as const;
const PAGE_MS = 5_000;
const MEDIA_MS = 5_000;
const PAGE_BYTES = 1_000_000;
const MEDIA_BYTES = 100_000_000;
const MOST_REDIRECTS = 3;

export interface UnfurledCard {
  readonly type: 'link' | 'article' | 'video';
  readonly url: string;
  readonly title?: string;
  readonly description?: string;
  readonly color?: number;
  readonly provider?: { readonly name: string };
  readonly author?: { readonly name: string };
  readonly image?: { readonly url: string };
  readonly thumbnail?: { readonly url: string };
  readonly video?: { readonly url: string };
}

/** Returns null if no card is shown. */
export async function unfurl(url: string, ending?: AbortSignal): Promise<UnfurledCard | null> {
  for (const agent of agents) {
    const card = await readCard(url, { agent, ending });
    if (card) return card;
  }
  return null;
}

async function readCard(url: string, asking: Asking): Promise<UnfurledCard | null> {
  const page = await read(url, { ...asking, ms: PAGE_MS, most: PAGE_BYTES });
  if (!page?.type.startsWith('text/html')) return null;
  const { tags, oembed } = readHead(page.bytes.toString('utf8'));
  const siteName = tags.get('og:site_name');
  const title = tags.get('og:title') ?? tags.get('twitter:title');
  const said = oembed ? await readNames(oembed, asking) : {};
  if (!title || !said || Buffer.byteLength(siteName ?? '') > mostBytes.siteName) return null;
  const media = await readMedia(tags, asking);
  const description = tags.get('og:description') ?? tags.get('twitter:description') ?? tags.get('description');
  const provider = siteName ?? said.provider;
  const colour = /^#([\da-f]{6})$/i.exec(tags.get('theme-color') ?? '')?.[1];
  return {
    type: media.video ? 'video' : media.image ? 'article' : 'link',
    url,
    title: cut(title, mostBytes.title),
    ...(description ? { description: cut(description, mostBytes.description) } : {}),
    ...(colour ? { color: Number.parseInt(colour, 16) } : {}),
    ...(provider ? { provider: { name: provider } } : {}),
    ...(said.author ? { author: { name: said.author } } : {}),
    ...media,
  };
}

/** Returns null if a name is too long, so no card is shown. */
async function readNames(url: string, asking: Asking): Promise<{ author?: string; provider?: string } | null> {
  const answer = await read(url, { ...asking, ms: PAGE_MS, most: PAGE_BYTES });
  if (!answer?.type.startsWith('application/json')) return {};
  const { author_name: author, provider_name: provider } = readJson(answer.bytes);
  if ([author, provider].some((name) => Buffer.byteLength(name ?? '') > mostBytes.oembed)) return null;
  return { ...(author ? { author } : {}), ...(provider ? { provider } : {}) };
}

/** Invalid JSON counts as empty. */
function readJson(bytes: Buffer): Partial<Record<string, string>> {
  try {
    return Object(JSON.parse(bytes.toString('utf8'))) as Partial<Record<string, string>>;
  } catch {
    return {};
  }
}

async function readMedia(
  tags: ReadonlyMap<string, string>,
  asking: Asking,
): Promise<Pick<UnfurledCard, 'image' | 'thumbnail' | 'video'>> {
  const [picture, video] = [tags.get('og:image') ?? tags.get('twitter:image'), tags.get('og:video')];
  const limits = { ...asking, ms: MEDIA_MS, most: MEDIA_BYTES };
  const image = picture && (await read(picture, limits))?.type.startsWith('image/') ? { url: picture } : null;
  const plays = video && (await read(video, limits))?.type === 'video/mp4' ? { url: video } : null;
  const isLarge = ['summary_large_image', 'player'].includes(tags.get('twitter:card') ?? '');
  return {
    ...(image && (plays || !isLarge) ? { thumbnail: image } : {}),
    ...(image && isLarge && !plays ? { image } : {}),
    ...(plays ? { video: plays } : {}),
  };
}

interface Asking {
  readonly agent: string;
  readonly ending: AbortSignal | undefined;
}

interface Limits extends Asking {
  readonly ms: number;
  readonly most: number;
}

/** Returns null if the response is too late, too large, or an error. */
async function read(url: string, limits: Limits, redirects = 0): Promise<{ type: string; bytes: Buffer } | null> {
  const target = URL.parse(url);
  if (!target || !['127.0.0.1', 'localhost', '[::1]'].includes(target.hostname)) return null;
  try {
    const headers = { 'user-agent': limits.agent };
    const signal = AbortSignal.any([AbortSignal.timeout(limits.ms), ...(limits.ending ? [limits.ending] : [])]);
    const answer = await fetch(target, { headers, redirect: 'manual', signal });
    const next = answer.headers.get('location');
    if (next && redirects < MOST_REDIRECTS) return await read(new URL(next, target).href, limits, redirects + 1);
    if (!answer.ok || !answer.body) return null;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) {
      size += chunk.length;
      if (size > limits.most) return null;
      chunks.push(chunk);
    }
    return { type: answer.headers.get('content-type') ?? '', bytes: Buffer.concat(chunks) };
  } catch {
    return null;
  }
}

/** Cuts by bytes like Discord, without splitting a character. */
function cut(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  return `${Buffer.from(text)
    .subarray(0, most - 3)
    .toString('utf8')
    .replace(/\uFFFD+$/, '')}…`;
}
