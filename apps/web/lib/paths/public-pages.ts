/** The public pages for search engines. */
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
/** Matches posts, changelogs, feedback and the handbook. Feeds have a dot in their name, so they do not match. */
const text = /^\/(?:(?:blog|changelogs|feedback|docs)\/[\w-]+|docs\/[\w-]+\/[\w-]+)$/;

export const isPublicPage = (path: string): boolean => pages.has(path) || text.test(path);
