/** A chat line from any platform, as the widget shows it. */
export interface Entry {
  readonly platform: 'twitch' | 'kick';
  readonly id: string;
  /** The id of the original line: in a shared chat each channel's copy has its own `id`. */
  readonly sourceId: string;
  readonly kind: 'line' | 'sub' | 'gift' | 'raid';
  readonly userId: string;
  readonly login: string;
  readonly displayName: string;
  readonly colour: string | null;
  readonly badges: readonly Badge[];
  readonly roles: ReadonlySet<Role>;
  readonly parts: readonly Part[];
  /** True for a line from a partner's chat that is shared with this one. */
  readonly isShared: boolean;
  /** True for `/me` lines, which have the color of the name. */
  readonly isAction: boolean;
  readonly replyTo: string | null;
  /** The platform's notice, such as "… subscribed for 3 months". */
  readonly notice: string | null;
}

export type Role = 'broadcaster' | 'moderator' | 'vip' | 'subscriber' | 'first' | 'bot';

export interface Badge {
  /** The picture; null to show the first letter. */
  readonly url: string | null;
  readonly title: string;
}

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string }
  | (Emote & { readonly kind: 'emote' /** Zero-width ones, which lie over it. */; readonly over?: readonly Emote[] });

export interface Emote {
  readonly name: string;
  readonly url: string;
}

/** One event of a chat. */
export type Happening =
  | { readonly type: 'line'; readonly entry: Entry }
  | { readonly type: 'removed'; readonly platform: Entry['platform']; readonly id: string }
  | { readonly type: 'banned'; readonly platform: Entry['platform']; readonly userId: string }
  | { readonly type: 'cleared'; readonly platform: Entry['platform'] }
  /** A moderator has requested a restart of the widget. */
  | { readonly type: 'refresh' };

/** Emotes beyond this number are shown as words, because 500 pictures in a line would slow the page down. */
const MOST_EMOTES = 60;
const link = /^(?:https?:\/\/)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?:[/?#]\S*)?$/i;

/** Splits a text into words and links. */
export function partsOfText(text: string): Part[] {
  const parts: Part[] = [];
  for (const word of text.split(/(\s+)/)) {
    const last = parts.at(-1);
    if (word === '') continue;
    if (link.test(word)) parts.push({ kind: 'link', text: word });
    else if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + word };
    else parts.push({ kind: 'text', text: word });
  }
  return parts;
}

export function limitEmotes(parts: readonly Part[]): Part[] {
  let count = 0;
  return parts.flatMap((part): Part[] => {
    if (part.kind !== 'emote') return [part];
    count += 1;
    if (count > MOST_EMOTES) return [{ kind: 'text', text: wordsOf(part) }];
    if (!part.over) return [part];
    const shown = part.over.slice(0, Math.max(0, MOST_EMOTES - count));
    count += part.over.length;
    const left = part.over.slice(shown.length).map(({ name }) => ` ${name}`);
    return [{ ...part, over: shown }, ...(left.length > 0 ? [{ kind: 'text', text: left.join('') } as const] : [])];
  });
}

const wordsOf = ({ name, over = [] }: Part & { kind: 'emote' }): string =>
  [name, ...over.map((each) => each.name)].join(' ');

export const textOf = (entry: Pick<Entry, 'parts'>): string =>
  entry.parts.map((part) => (part.kind === 'emote' ? wordsOf(part) : part.text)).join('');
