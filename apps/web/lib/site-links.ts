import type { Config } from './config.ts';

/** Where the links of header, footer and sidebar lead: as configured, else to our own pages. */
export interface SiteLinks {
  readonly docs: string;
  readonly tutorials: string;
  readonly status: string;
  readonly feedback: string;
  readonly chatWidget: string;
  readonly promo: string;
}

export function siteLinks(config: Config): SiteLinks {
  const docs = config.DOCS_URL ?? '/docs';
  return {
    docs,
    tutorials: `${docs.replace(/\/$/, '')}/tutorials`,
    status: config.STATUS_URL ?? '/status',
    feedback: config.FEEDBACK_URL ?? '/feedback',
    chatWidget: config.CHAT_WIDGET_URL ?? '/chat-widget',
    promo: config.YOUTUBE_PROMO_URL ?? '/select',
  };
}

export const isOutside = (href: string): boolean => /^https?:/.test(href);
