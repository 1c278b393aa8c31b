import type { MetadataRoute } from 'next';
import { config } from '../lib/config.ts';

export const dynamic = 'force-dynamic';

/** Pages for everybody that exist; a new public page is a line here. */
const pages = ['', '/tos', '/privacy'] as const;

export default function sitemap(): MetadataRoute.Sitemap {
  return pages.map((page) => ({ url: `${config().webUrl}${page}` }));
}
