import type { ChatBadge } from '@tally/contract/chat-widget/calls';
import { type Badge, type Entry, type Happening, limitEmotes, type Part, partsOfText, type Role } from '../entry.ts';
import { drawEmoteWords, type EmoteWords } from './emote-words.ts';
import { type IrcLine, readRanges } from './irc.ts';

export interface TwitchLook {
  /** The origin of Twitch's pictures. */
  readonly cdnUrl: string;
  readonly badges: readonly ChatBadge[];
  readonly words: EmoteWords;
  readonly isAnimated: boolean;
}

/** Converts a line of the socket into an event, or returns null if it has none. */
export function happeningOf(line: IrcLine, look: TwitchLook): Happening | null {
  const { tags, command, params } = line;
  switch (command) {
    case 'PRIVMSG': {
      const text = params[1] ?? '';
      const entry = entryOf(line, text, look, 'line');
      const isMod = entry.roles.has('moderator') || entry.roles.has('broadcaster');
      return isMod && text.trim() === '!refreshoverlay' ? { type: 'refresh' } : { type: 'line', entry };
    }
    case 'USERNOTICE': {
      const kind = kinds[tags['msg-id'] ?? ''];
      return kind ? { type: 'line', entry: entryOf(line, params[1] ?? '', look, kind) } : null;
    }
    case 'CLEARMSG':
      return tags['target-msg-id'] ? { type: 'removed', platform: 'twitch', id: tags['target-msg-id'] } : null;
    case 'CLEARCHAT': {
      const userId = tags['target-user-id'];
      // Without tags, the line names a person without an id. Ignoring it avoids clearing other people's lines.
      if (params.length > 1) return userId ? { type: 'banned', platform: 'twitch', userId } : null;
      return { type: 'cleared', platform: 'twitch' };
    }
    default:
      return null;
  }
}

/** A mass gift also sends one line per gift, but the widget shows only its summary. */
const kinds: Readonly<Record<string, Entry['kind']>> = {
  // An announcement has the moderator's text and a system text.
  announcement: 'line',
  sub: 'sub',
  resub: 'sub',
  subgift: 'gift',
  submysterygift: 'gift',
  raid: 'raid',
};

function entryOf({ tags, login }: IrcLine, sent: string, look: TwitchLook, kind: Entry['kind']): Entry {
  const [, action] = /^\u0001ACTION (.*)\u0001$/s.exec(sent) ?? []; // oxlint-disable-line no-control-regex -- `/me`, as IRC writes it
  const text = action ?? sent;
  const name = tags.login ?? login;
  const list = (tags.badges ?? '').split(',').filter(Boolean);
  return {
    platform: 'twitch',
    id: tags.id ?? '',
    sourceId: tags['source-id'] || tags.id || '',
    kind,
    userId: tags['user-id'] ?? '',
    login: name,
    displayName: tags['display-name'] || name,
    colour: /^#[0-9a-f]{6}$/i.test(tags.color ?? '') ? (tags.color ?? null) : null,
    badges: list.map((each) => badgeOf(each, look)),
    roles: rolesOf(list, tags),
    parts: limitEmotes(drawEmoteWords(partsOf(text, tags.emotes ?? '', look), look.words)),
    isShared: tags['source-room-id'] !== undefined && tags['source-room-id'] !== tags['room-id'],
    isAction: action !== undefined,
    replyTo: tags['reply-parent-display-name'] || null,
    notice: kind === 'line' ? null : (tags['system-msg'] ?? null),
  };
}

function partsOf(text: string, emotes: string, { cdnUrl, isAnimated }: TwitchLook): Part[] {
  // Positions are counted in code points, like string iteration.
  const letters = Array.from(text);
  const parts: Part[] = [];
  let at = 0;
  for (const { id, from, to } of readRanges(emotes, letters.length)) {
    parts.push(...partsOfText(letters.slice(at, from).join('')));
    const url = `${cdnUrl}/emoticons/v2/${id}/${isAnimated ? 'default' : 'static'}/dark/2.0`;
    parts.push({ kind: 'emote', name: letters.slice(from, to + 1).join(''), url });
    at = to + 1;
  }
  return [...parts, ...partsOfText(letters.slice(at).join(''))];
}

/** Finds a badge such as `subscriber/12`. The channel's badges win over the global ones. */
function badgeOf(text: string, { badges }: TwitchLook): Badge {
  const [set = '', version = ''] = text.split('/');
  const found = badges.find((each) => each.set === set && each.version === version);
  return { url: found?.url ?? null, title: found?.title ?? set };
}

function rolesOf(badges: readonly string[], tags: IrcLine['tags']): Set<Role> {
  const sets = new Set(badges.map((each) => each.split('/')[0]));
  const is: Record<Role, boolean> = {
    broadcaster: sets.has('broadcaster'),
    moderator: sets.has('moderator') || tags.mod === '1',
    vip: sets.has('vip'),
    subscriber: sets.has('subscriber') || sets.has('founder'),
    first: tags['first-msg'] === '1',
    bot: sets.has('bot-badge'),
  };
  return new Set((Object.keys(is) as Role[]).filter((role) => is[role]));
}
