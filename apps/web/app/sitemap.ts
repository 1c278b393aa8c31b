import type { MetadataRoute } from 'next';
import { isBuilt } from '../lib/built-pages.ts';
import { config } from '../lib/config.ts';

export const dynamic = 'force-dynamic';

/** Pages for everybody; those that are not built yet are left out. */
const pages = [
  '/',
  '/premium',
  '/blog',
  '/changelogs',
  '/docs',
  '/status',
  '/giveaways',
  '/kick-overlay-maker',
  '/chat-widget',
  '/kick-links-discord-embed',
  '/kick-emote-downloader',
  '/twitch-emote-downloader',
  '/tos',
  '/privacy',
] as const;

export default function sitemap(): MetadataRoute.Sitemap {
  return pages
    .filter((page) => isBuilt(page))
    .map((page) => ({ url: `${config().webUrl}${page === '/' ? '' : page}` }));
}
