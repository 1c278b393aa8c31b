import type { Http } from '@tally/infra/http';
import { type Config, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

type Doors = { readonly http: Http; readonly config: Config };

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((words) => words || null);

/** https://developers.tiktok.com/doc/embed-videos. It lacks the video's length. */
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

export interface EmbeddedTiktok {
  readonly title: string | null;
  readonly author: string | null;
  /** The name as in addresses. */
  readonly name: string | null;
  readonly pictureUrl: string | null;
}

/** Null: there is no such video, or it is not public. */
export async function readOembed(
  { http, config }: Doors,
  { videoId, name }: { readonly videoId: string; readonly name: string | null },
): Promise<EmbeddedTiktok | null> {
  const query = { url: `https://www.tiktok.com/@${name ?? '_'}/video/${videoId}` };
  try {
    const { data } = await http.json({ world: 'tiktok', url: `${config.media.tiktokUrl}/oembed`, query }, Oembed);
    // The answer is about another video.
    if (data.embed_product_id !== videoId) return null;
    return {
      title: data.title,
      author: data.author_name,
      name: data.author_unique_id,
      pictureUrl: data.thumbnail_url ?? null,
    };
  } catch (error) {
    if (error instanceof UpstreamError && (error.status === 400 || error.status === 404)) return null;
    throw error;
  }
}

/**
 * The target of one TikTok short link; null if it leads nowhere. Follows one redirect: the caller decides whether the
 * next address is allowed.
 */
export async function followShort({ http, config }: Doors, address: URL): Promise<string | null> {
  const base = Object.hasOwn(config.media.shortTiktok, address.hostname)
    ? config.media.shortTiktok[address.hostname]
    : undefined;
  if (base === undefined) return null;
  const { status, headers } = await http.raw({
    world: 'tiktok',
    url: base + address.pathname,
    // TikTok checks the client: some programs get no redirect. https://github.com/okdargy/fxTikTok/pull/53
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
