import type { Http } from '@tally/infra/http';
import { type Config, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from './youtube.external.ts';

const Oembed = z.object({ title: textOrNull, author_name: textOrNull, thumbnail_url: z.url().nullish().catch(null) });

/** What a page may embed of a video, without a key. */
export type Embedded =
  | {
      readonly state: 'found';
      readonly title: string | null;
      readonly author: string | null;
      readonly pictureUrl: string | null;
    }
  | { readonly state: 'missing' | 'private' | 'notEmbeddable' };

/** https://oembed.com. It has neither the length nor the live state. */
export async function readOembed(
  { http, config }: { readonly http: Http; readonly config: Config },
  videoId: string,
): Promise<Embedded> {
  const query = { url: `https://www.youtube.com/watch?v=${videoId}`, format: 'json' };
  try {
    const { data } = await http.json({ world: 'youtube', url: `${config.media.youtubeUrl}/oembed`, query }, Oembed);
    return { state: 'found', title: data.title, author: data.author_name, pictureUrl: data.thumbnail_url ?? null };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.status === 401) return { state: 'notEmbeddable' };
    if (error.status === 403) return { state: 'private' };
    if (error.status === 404 || error.status === 400) return { state: 'missing' };
    throw error;
  }
}
