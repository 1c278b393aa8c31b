import { type Embedded, type PlatformDoors, UpstreamError } from '@tally/kernel';
import { z } from 'zod';
import { textOrNull } from '../text.ts';

const Oembed = z.object({ title: textOrNull, author_name: textOrNull, thumbnail_url: z.url().nullish().catch(null) });

export async function readEmbed({ http, config }: PlatformDoors, videoId: string): Promise<Embedded> {
  const query = { url: `https://www.youtube.com/watch?v=${videoId}`, format: 'json' };
  try {
    const { data } = await http.json({ world: 'youtube', url: `${config.media.youtubeUrl}/oembed`, query }, Oembed);
    const { title, author_name: author, thumbnail_url: pictureUrl = null } = data;
    return { state: 'found', title, author, handle: null, channelId: null, publishedAt: null, pictureUrl };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    if (error.status === 401) return { state: 'notEmbeddable' };
    if (error.status === 403) return { state: 'private' };
    if (error.status === 404 || error.status === 400) return { state: 'missing' };
    throw error;
  }
}
