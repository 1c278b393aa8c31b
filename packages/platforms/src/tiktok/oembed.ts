import { type Embedded, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((words) => words || null);

/** https://developers.tiktok.com/doc/embed-videos. The response lacks the video's length. */
const Oembed = z.object({
  title: text,
  author_name: text,
  author_unique_id: text,
  thumbnail_url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  embed_product_id: z.string().regex(/^\d{5,20}$/),
});

export async function readEmbed(
  { http, config }: PlatformDoors,
  { videoId, handle }: { readonly videoId: string; readonly handle: string | null },
): Promise<Embedded> {
  const query = { url: `https://www.tiktok.com/@${handle ?? '_'}/video/${videoId}` };
  try {
    const { data } = await http.json({ world: 'tiktok', url: `${config.media.tiktokUrl}/oembed`, query }, Oembed);
    // The response is about another video.
    if (data.embed_product_id !== videoId) return { state: 'missing' };
    return {
      state: 'found',
      title: data.title,
      author: data.author_name,
      handle: data.author_unique_id,
      // This call identifies a channel by its name, which its owner can change at most once a month.
      channelId: data.author_unique_id,
      // The id contains the second of its creation, which detection also reads.
      publishedAt: new Date(Number(BigInt(videoId) >> 32n) * 1_000),
      pictureUrl: data.thumbnail_url ?? null,
    };
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 400 || error.status === 404)) return { state: 'missing' };
    throw error;
  }
}

export async function followShort({ http, config }: PlatformDoors, address: URL): Promise<string | null> {
  const base = Object.hasOwn(config.media.shortTiktok, address.hostname)
    ? config.media.shortTiktok[address.hostname]
    : undefined;
  if (base === undefined) return null;
  const { status, headers } = await http.raw({
    world: 'tiktok',
    url: base + address.pathname,
    // TikTok checks the client, and some programs get no redirect. https://github.com/okdargy/fxTikTok/pull/53
    headers: { ...config.browserHeaders },
    maxBytes: 500_000,
    timeoutMs: 5_000,
  });
  if (status === 429 || status >= 500)
    throw new UpstreamError({
      world: 'tiktok',
      kind: status === 429 ? 'limited' : 'down',
      message: `answered ${status}`,
    });
  return status >= 300 && status < 400 ? (headers.location ?? null) : null;
}
