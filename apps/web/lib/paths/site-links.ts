import type { Config } from '../config.ts';

/** The links of header, footer and sidebar: configured ones, or else our own pages. */
export interface SiteLinks {
  readonly docs: string;
  readonly tutorials: string;
  readonly status: string;
  readonly feedback: string;
  readonly chatWidget: string;
  /** Our short addresses that lead elsewhere. If one is not configured, it is null and hidden. */
  readonly vote: string | null;
  readonly support: string | null;
  readonly promo: string | null;
  /** The source code of this installation. */
  readonly source: string | null;
  /** The simulated world, while any outside service is simulated. */
  readonly world: string | null;
  /** The way out of the simulated world, while Discord is simulated. */
  readonly setup: string | null;
  /** The address for opening channels: Discord's, or the simulated world's. */
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
