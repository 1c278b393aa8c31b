import { CircleUser, Link2, type LucideIcon, MessageSquare, Smile } from 'lucide-react';
import type { Messages } from '../../i18n/homes.ts';
import { isOutside, type SiteLinks } from '../../lib/paths/site-links.ts';
import { isBuilt } from '../../lib/start/built-pages.ts';

/** The short name of a tool is in `shell.footer.<name>`, its description in `tools.json`. */
export type ToolName = keyof Omit<Messages['tools'], 'other'>;

export interface Tool {
  readonly name: ToolName;
  readonly href: string;
  readonly icon: LucideIcon;
  readonly isNewTab: boolean;
}

const own = [
  { name: 'kickPfp', href: '/kick-overlay-maker', icon: CircleUser },
  { name: 'chatWidget', href: '/chat-widget', icon: MessageSquare },
  { name: 'kickEmbedFix', href: '/kick-links-discord-embed', icon: Link2 },
  { name: 'kickEmotes', href: '/kick-emote-downloader', icon: Smile },
  { name: 'twitchEmotes', href: '/twitch-emote-downloader', icon: Smile },
] as const satisfies readonly Omit<Tool, 'isNewTab'>[];

/** Returns the tool's path on our own site, even if links lead elsewhere. */
export const ownAddressOf = (name: ToolName): string => own.find((tool) => tool.name === name)?.href ?? '/';

/** Returns the public tools in the order of the footer, without tools that have no page. */
export const toolsOf = (links: Pick<SiteLinks, 'chatWidget'>): readonly Tool[] =>
  own
    .map((tool) => (tool.name === 'chatWidget' ? { ...tool, href: links.chatWidget } : tool))
    .filter(({ href }) => isBuilt(href))
    .map((tool) => ({ ...tool, isNewTab: tool.name === 'chatWidget' || isOutside(tool.href) }));
