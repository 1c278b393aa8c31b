/** Public pages for search engines. */
export const publicPages = [
  '/',
  '/premium',
  '/blog',
  '/changelogs',
  '/docs',
  '/faq',
  '/feedback',
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

const pages = new Set<string>(publicPages);
/** Posts, changelogs, feedback and the handbook; a feed has a dot in its name. */
const text = /^\/(?:(?:blog|changelogs|feedback|docs)\/[\w-]+|docs\/[\w-]+\/[\w-]+)$/;

export const isPublicPage = (path: string): boolean => pages.has(path) || text.test(path);
