import type { ChatBadge, ChatEvent } from '@tally/contract/chat-widget';
import { drawEmoteWords, type EmoteWords } from './emote-words.ts';
import { type Badge, type Happening, limitEmotes, type Part, partsOfText, type Role } from './entry.ts';

export interface KickLook {
  /** Where Kick keeps the pictures of its emotes; they come through our own origin: Kick's own asks for a Referer. */
  readonly filesUrl: string;
  readonly badges: readonly ChatBadge[];
  readonly words: EmoteWords;
}

const roles: Readonly<Record<string, Role>> = {
  broadcaster: 'broadcaster',
  moderator: 'moderator',
  vip: 'vip',
  subscriber: 'subscriber',
  founder: 'subscriber',
  bot: 'bot',
};

export function happeningOf(event: ChatEvent, look: KickLook): Happening {
  if (event.type === 'banned') return { type: 'banned', platform: 'kick', userId: event.userId };
  if (event.type === 'removed') return { type: 'removed', platform: 'kick', id: event.id };
  if (event.type === 'cleared') return { type: 'cleared', platform: 'kick' };
  const own = new Set(event.badges.flatMap((badge) => roles[badge] ?? []));
  const isMod = own.has('moderator') || own.has('broadcaster');
  if (isMod && event.text.trim() === '!refreshoverlay') return { type: 'refresh' };
  const { id, userId, name: login, displayName, colour, replyTo } = event;
  const badges = event.badges.map((badge) => badgeOf(badge, look));
  const parts = limitEmotes(drawEmoteWords(partsOf(event.text, look), look.words));
  const rest = { isShared: false, isAction: false, notice: null };
  const entry = {
    platform: 'kick',
    kind: 'line',
    id,
    sourceId: id,
    userId,
    login,
    displayName,
    colour,
    replyTo,
  } as const;
  return { type: 'line', entry: { ...entry, ...rest, badges, roles: own, parts } };
}

/** Kick’s own host gives its pictures to its pages only. */
export const throughUs = (url: string): string => `/api/emoji-proxy?url=${encodeURIComponent(url)}`;

/** The push says no months: the first picture of subscribers stands for all. */
function badgeOf(type: string, { badges }: KickLook): Badge {
  const url = type === 'subscriber' ? badges.find(({ set }) => set === type)?.url : undefined;
  return { url: url === undefined ? null : throughUs(url), title: type.replaceAll('_', ' ') };
}

/** `[emote:37226:KEKW]`, the name of which may be missing. */
function partsOf(text: string, { filesUrl }: KickLook): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const found of text.matchAll(/\[emote:(\d{1,12}):?([^\]\s]{0,60})\]/g)) {
    const [whole, id = '', name = ''] = found;
    parts.push(...partsOfText(text.slice(at, found.index)));
    parts.push({ kind: 'emote', name: name || whole, url: throughUs(`${filesUrl}/emotes/${id}/fullsize`) });
    at = found.index + whole.length;
  }
  return [...parts, ...partsOfText(text.slice(at))];
}
