import type { Http } from '@tally/infra/http';
import { type Config, UpstreamError } from '@tally/kernel';
import { z } from 'zod';

type Doors = { readonly http: Http; readonly config: Config };

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((words) => words || null);

/** https://developers.tiktok.com/doc/embed-videos. How long a video is it does not say. */
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
  /** As addresses write it. */
  readonly name: string | null;
  readonly pictureUrl: string | null;
}

/** Null: there is none, or not for everybody. */
export async function readOembed(
  { http, config }: Doors,
  { videoId, name }: { readonly videoId: string; readonly name: string | null },
): Promise<EmbeddedTiktok | null> {
  const query = { url: `https://www.tiktok.com/@${name ?? '_'}/video/${videoId}` };
  try {
    const { data } = await http.json({ world: 'tiktok', url: `${config.media.tiktokUrl}/oembed`, query }, Oembed);
    // Somebody else's video was not asked for.
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
 * Where one address of TikTok's shortener leads, as it is written; null: nowhere. One step: whether the next one may be asked
 * is for whoever reads addresses.
 */
export async function followShort({ http, config }: Doors, address: URL): Promise<string | null> {
  const base = Object.hasOwn(config.media.shortTiktok, address.hostname)
    ? config.media.shortTiktok[address.hostname]
    : undefined;
  if (base === undefined) return null;
  const { status, headers } = await http.raw({
    world: 'tiktok',
    url: base + address.pathname,
    // Told apart by what asks: some programs get no address. https://github.com/okdargy/fxTikTok/pull/53
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
