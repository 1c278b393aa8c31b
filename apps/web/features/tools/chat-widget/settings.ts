/**
 * All settings of a widget, which are stored in the URL of its page. There is no login and no other storage. Unknown or
 * invalid values are ignored, so old URLs keep working.
 */

type Kind<T> = {
  readonly fallback: T;
  readonly read: (text: string) => T | undefined;
  readonly write: (value: T) => string;
};

const name: Kind<string> = {
  fallback: '',
  read: (text) => /^@?(\w[\w-]{0,29})$/.exec(text.trim())?.[1]?.toLowerCase(),
  write: (value) => value,
};
/** A setting with words separated by commas. */
const words = (mostLetters = 1_000): Kind<string> => ({
  fallback: '',
  read: (text) => text.slice(0, mostLetters),
  write: (value) => value.slice(0, mostLetters),
});
const choice = <const C extends readonly [string, ...string[]]>(...choices: C): Kind<C[number]> & { choices: C } => ({
  choices,
  fallback: choices[0],
  read: (text) => choices.find((each) => each === text),
  write: (value) => value,
});
const number = (fallback: number, min: number, max: number): Kind<number> & { min: number; max: number } => ({
  fallback,
  min,
  max,
  read(text) {
    if (!/^\d{1,4}$/.test(text)) return undefined;
    return Math.min(max, Math.max(min, Number(text)));
  },
  write: String,
});
const flag = (fallback: boolean): Kind<boolean> => ({
  fallback,
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  write: (value) => (value ? '1' : '0'),
});
const colour = (fallback: string): Kind<string> => ({
  fallback,
  read: (text) => (/^[0-9a-f]{6}$/i.test(text) ? `#${text.toLowerCase()}` : undefined),
  write: (value) => value.slice(1),
});

export const fields = {
  twitch: name,
  kick: name,

  look: choice('plain', 'bubbles', 'bar'),
  font: choice('interface', 'mono', 'wide', 'system'),
  size: number(22, 10, 72),
  weight: number(500, 300, 800),
  spacing: number(140, 100, 250),
  caps: flag(false),
  stroke: number(0, 0, 6),
  shadow: flag(true),
  text: colour('#ffffff'),
  background: colour('#000000'),
  opacity: number(0, 0, 100),
  align: choice('start', 'center', 'end'),
  flow: choice('up', 'down', 'ticker'),
  direction: choice('auto', 'ltr', 'rtl'),

  readable: flag(true),
  icons: flag(true),
  avatars: flag(false),
  highlight: flag(false),
  badges: flag(true),
  emotes: flag(true),
  animated: flag(true),
  others: flag(true),
  emoteSize: number(130, 80, 400),
  bigEmotes: flag(true),
  links: flag(true),

  animation: choice('none', 'slide', 'fade'),
  fade: number(0, 0, 600),
  lines: number(50, 1, 200),
  delay: number(0, 0, 60),

  bots: flag(false),
  except: words(),
  commands: flag(true),
  users: words(),
  words: words(),
  shared: flag(true),
  subs: flag(true),
  gifts: flag(true),
  raids: flag(true),
  longest: number(500, 20, 500),
} as const;

export type Settings = { readonly [N in keyof typeof fields]: (typeof fields)[N] extends Kind<infer T> ? T : never };
export type FieldName = keyof Settings;
const names = Object.keys(fields) as FieldName[];

/** Increased when the meaning of a field changes, so older URLs are still read correctly. */
const VERSION = '1';

export const defaults = Object.fromEntries(names.map((each) => [each, fields[each].fallback])) as Settings;

export function readSettings(query: URLSearchParams): Settings {
  const read = names.flatMap((each) => {
    const text = query.get(each);
    const value = text === null ? undefined : fields[each].read(text);
    return value === undefined ? [] : [[each, value] as const];
  });
  return { ...defaults, ...Object.fromEntries(read) };
}

/** Writes only values that differ from the default. URLs stay short, and better defaults apply to existing widgets. */
export function writeSettings(settings: Settings): URLSearchParams {
  const query = new URLSearchParams({ v: VERSION });
  for (const each of names) {
    const value = settings[each];
    const { write } = fields[each] as Kind<typeof value>;
    if (value !== defaults[each]) query.set(each, write(value));
  }
  return query;
}
