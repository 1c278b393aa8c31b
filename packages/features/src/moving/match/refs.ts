import { listChoices, type Schema } from '@tally/contract';

/** A channel, role or emoji that a file refers to. The name is null if it no longer exists. */
export interface Place {
  readonly ref: string;
  readonly name: string | null;
  readonly type?: string | null;
  readonly category?: string | null;
  readonly animated?: boolean;
}

/** `everyone`: @everyone, whose role has the id of its server. */
export const EVERYONE = 'everyone';

/** Replaces the references in a value. Each function returns null for a reference without a counterpart. */
export interface Swap {
  readonly channel: (id: string) => string | null;
  readonly role: (id: string) => string | null;
  readonly text: (text: string) => string;
  /** Replaces an emoji field, which contains an id or a Unicode emoji. */
  readonly emoji: (text: string) => string | null;
}

const emojiFields = new Set(['emojiId', 'emojiUnicodeOrId']);

/** Fields whose schema has a purpose contain a channel or role. Any other text may mention one. */
export function swapIn(schema: Schema, value: unknown, swap: Swap): unknown {
  const choices = new Map(listChoices(schema, value).map(({ field, is }) => [field, is]));
  const walk = (each: unknown, path: readonly string[]): unknown => {
    if (typeof each === 'string') {
      const is = choices.get(path.join('.'));
      if (is) return swap[is](each);
      return emojiFields.has(path.at(-1) ?? '') ? swap.emoji(each) : swap.text(each);
    }
    if (Array.isArray(each))
      return each.flatMap((item: unknown, place) => {
        const swapped = walk(item, [...path, String(place)]);
        return swapped === null && item !== null ? [] : [swapped];
      });
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, item]) => [key, walk(item, [...path, key])]));
  };
  return walk(value, []);
}

const written = /<#(\d{5,20})>|<@&(\d{5,20})>|<(a?):(\w{2,32}):(\d{5,20})>/g;

export interface Naming {
  readonly serverId: string;
  readonly channels: ReadonlyMap<string, Omit<Place, 'ref'>>;
  readonly roles: ReadonlyMap<string, Omit<Place, 'ref'>>;
  readonly emojis: ReadonlyMap<string, Omit<Place, 'ref'>>;
}

/** Numbers references in the order of their first use. */
export function nameRefs({ serverId, channels, roles, emojis }: Naming) {
  const lists = { c: new Map<string, Place>(), r: new Map<string, Place>(), e: new Map<string, Place>() };
  const refOf = (letter: 'c' | 'r' | 'e', id: string, place: Omit<Place, 'ref'>): string => {
    const own = lists[letter];
    const known = own.get(id) ?? { ref: `${letter}${own.size + 1}`, ...place };
    own.set(id, known);
    return known.ref;
  };
  const gone = { name: null };
  const swap: { readonly [K in keyof Swap]: (text: string) => string } = {
    channel: (id: string) => refOf('c', id, channels.get(id) ?? { ...gone, type: null, category: null }),
    role: (id: string) => (id === serverId ? EVERYONE : refOf('r', id, roles.get(id) ?? gone)),
    emoji: (text: string) =>
      /^\d{5,20}$/.test(text) ? refOf('e', text, emojis.get(text) ?? { ...gone, animated: false }) : text,
    text: (text: string) =>
      text.replace(written, (_, channel, role, moves: string, name: string, emoji) => {
        if (channel) return `<#${swap.channel(channel)}>`;
        if (role) return `<@&${swap.role(role)}>`;
        return `<${moves}:${name}:${refOf('e', emoji, { name, animated: moves === 'a' })}>`;
      }),
  };
  return { swap, lists };
}

const inFile = /<#(c\d{1,5})>|<@&(r\d{1,5}|everyone)>|<(a?):(\w{2,32}):(e\d{1,5})>/g;

export interface Counterparts {
  readonly serverId: string;
  /** References and their ids in this server. */
  readonly ids: ReadonlyMap<string, string>;
  /** References and their names in the file. */
  readonly names: ReadonlyMap<string, string>;
}

const marks: Readonly<Record<string, string>> = { c: '#', r: '@' };

/** Replaces references with this server's ids. `lost` receives the names of references without a counterpart. */
export function resolveRefs({ serverId, ids, names }: Counterparts, lost: Set<string>): Swap {
  const find = (ref: string): string | null => {
    const id = ref === EVERYONE ? serverId : (ids.get(ref) ?? null);
    if (id === null) lost.add(`${marks[ref.charAt(0)] ?? ''}${names.get(ref) ?? ref}`);
    return id;
  };
  // Without its prefix, a name cannot ping anyone.
  const nameOf = (ref: string): string => (names.get(ref) ?? ref).replaceAll('@', '');
  return {
    channel: (ref) => (ref.startsWith('c') ? find(ref) : unknownId(ref, lost)),
    role: (ref) => (ref.startsWith('r') || ref === EVERYONE ? find(ref) : unknownId(ref, lost)),
    emoji: (text) => (/^e\d{1,5}$/.test(text) ? find(text) : text),
    text: (text) =>
      text.replace(inFile, (whole: string, channel, role, moves: string, name: string, emoji) => {
        const ref = (channel ?? role ?? emoji) as string;
        if (ref !== EVERYONE && !names.has(ref)) return whole;
        const id = find(ref);
        if (channel) return id ? `<#${id}>` : `#${nameOf(ref)}`;
        if (role) return id ? `<@&${id}>` : nameOf(ref);
        return id ? `<${moves}:${name}:${id}>` : `:${name}:`;
      }),
  };
}

/** Rejects an id where a reference belongs, because the id may be a channel of another server. */
function unknownId(ref: string, lost: Set<string>): null {
  lost.add(ref);
  return null;
}
