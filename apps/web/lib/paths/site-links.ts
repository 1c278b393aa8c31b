import type { Config } from '../config.ts';

/** The links of header, footer and sidebar. Links that are not configured lead to our own pages. */
export interface SiteLinks {
  readonly docs: string;
  readonly tutorials: string;
  readonly status: string;
  readonly feedback: string;
  readonly chatWidget: string;
  /** Short URLs that redirect elsewhere. A link that is not configured is null and hidden. */
  readonly vote: string | null;
  readonly support: string | null;
  readonly promo: string | null;
  /** The source code of this installation. */
  readonly source: string | null;
  /** The simulated world; null if no external service is simulated. */
  readonly world: string | null;
  /** The setup page that leaves the simulated world; null if Discord is not simulated. */
  readonly setup: string | null;
  /** The base URL for opening channels, in Discord or in the simulated world. */
  readonly channels: string;
}

export function siteLinks(config: Config): SiteLinks {
  const docs = config.DOCS_URL ?? '/docs';
  const world = config.worldUrl ?? null;
  return {
    docs,
    tutorials: `${docs.replace(/\/$/, '')}/tutorials`,
    status: config.STATUS_URL ?? '/status',
    feedback: config.FEEDBACK_URL ?? '/feedback',
    chatWidget: config.CHAT_WIDGET_URL ?? '/chat-widget',
    vote: config.VOTE_URL ? '/vote' : null,
    support: config.SUPPORT_URL ? '/support' : null,
    promo: config.YOUTUBE_PROMO_URL ?? null,
    source: config.SOURCE_URL ?? null,
    world,
    setup: config.DISCORD_TOKEN ? null : '/setup',
    channels: world !== null && !config.DISCORD_TOKEN ? `${world}/#` : 'https://discord.com/channels',
  };
}

export const isOutside = (href: string): boolean => /^https?:/.test(href);
