import type { Core } from '../discord.ts';
import { Bit, permissionsOf } from '../rules/permissions.ts';
import type { Message } from '../state/types.ts';
import { dispatchMessage } from '../work/dispatch.ts';
import { unfurl } from './unfurl.ts';

const SUPPRESS_EMBEDS = 1 << 2;
const IS_COMPONENTS_V2 = 1 << 15;
/** Discord's client shows the same number: https://github.com/MathMan05/Fermi/issues/251 */
const MOST_LINKS = 5;
const code = /```[\s\S]*?```|`[^`\n]*`/g;
const link = /<https?:\/\/[^\s>]*>|https?:\/\/[^\s<>]+/g;

/**
 * Cards arrive a moment after the message, in an update that is not an edit
 * (https://github.com/discord/discord-api-docs/issues/5406). Embeds from an app replace them:
 * https://github.com/lovvskillz/python-discord-webhook/issues/53
 */
export async function showLinks(core: Core, message: Message): Promise<void> {
  const { content } = message;
  const links = linksIn(content);
  if (links.length === 0 || !mayShow(core, message)) return;
  const cards = await Promise.all(links.map((url) => unfurl(url, core.closing)));
  const embeds = cards.filter((card) => card !== null);
  const isThere = core.state.channels.get(message.channelId)?.messages.get(message.id) === message;
  if (embeds.length === 0 || core.closing.aborted || !isThere || message.content !== content) return;
  message.embeds = embeds;
  dispatchMessage(core, message, 'MESSAGE_UPDATE');
}

function mayShow(core: Core, message: Message): boolean {
  if (message.embeds.length > 0 || (message.flags & (SUPPRESS_EMBEDS | IS_COMPONENTS_V2)) !== 0) return false;
  const channel = core.state.channels.get(message.channelId);
  if (!channel || message.webhook || message.interaction) return channel !== undefined;
  const guild = core.state.guilds.get(message.guildId ?? '');
  return (permissionsOf(core.state, { guild, channel, userId: message.authorId }) & Bit.EMBED_LINKS) !== 0n;
}

/** Removes link cards, which come in addition to an app's embeds. */
export const withoutCards = (embeds: readonly unknown[]): readonly unknown[] =>
  embeds.filter((embed) => (embed as { readonly type?: string }).type === 'rich');

/** Returns the URLs in a message that get a card, except those in code and between `<` and `>`. */
export function linksIn(text: string): readonly string[] {
  if (!text.includes('://')) return [];
  const found = [...text.replace(code, ' ').matchAll(link)]
    .map(([address]) => address)
    .filter((address) => !address.startsWith('<'))
    .map(withoutEnd);
  return [...new Set(found)].slice(0, MOST_LINKS);
}

/** Removes punctuation after a URL. A closing bracket belongs to the URL only if the URL has the opening one. */
const withoutEnd = (address: string): string =>
  address.replace(address.includes('(') ? /[.,:;"'\]|]+$/ : /[.,:;"'\]|)]+$/, '');
