import type { ChatBadge, ChatEvent } from '@tally/contract/chat-widget/calls';
import { type Badge, type Happening, limitEmotes, type Part, partsOfText, type Role } from '../entry.ts';
import { drawEmoteWords, type EmoteWords } from './emote-words.ts';

export interface KickLook {
  /** The origin of emote pictures. They load through our origin, because Kick's requires a Referer. */
  readonly filesUrl: string;
  readonly badges: readonly ChatBadge[];
  readonly words: EmoteWords;
  /** The text for a renewal, with `{name}` and `{months}`. */
  readonly renewed: string;
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
  const badges = [
    ...event.badges.map((badge) => badgeOf(badge, event.subscribedMonths ?? 1, look)),
    ...(event.pictures ?? []).map(({ title, url }) => ({ title, url: throughUs(url) })),
  ];
  const parts = limitEmotes(drawEmoteWords(partsOf(event.text, look), look.words));
  const { renewedMonths: months } = event;
  const notice = months === undefined ? null : fill(look.renewed, { name: displayName, months: String(months) });
  const rest = { isShared: false, isAction: false, notice };
  const entry = {
    platform: 'kick',
    kind: notice === null ? 'line' : 'sub',
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

/** Kick's host serves pictures only to Kick's own pages. */
export const throughUs = (url: string): string => `/api/emoji-proxy?url=${encodeURIComponent(url)}`;

const fill = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole);

/** Channels upload badges for 1, 2, 3, 6 … months. Returns the highest one that the subscriber has reached. */
function badgeOf(type: string, months: number, { badges }: KickLook): Badge {
  const reached = badges
    .filter(({ set, version }) => type === 'subscriber' && set === type && Number(version) <= months)
    .sort((a, b) => Number(b.version) - Number(a.version));
  const [best] = reached;
  return { url: best ? throughUs(best.url) : null, title: type.replaceAll('_', ' ') };
}

/** Parses `[emote:37226:KEKW]`, whose name may be missing. */
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
