/** The size of the design canvas. All lengths in a design are relative to it. */
export const CANVAS = 500;

/** One field of a design, with its default and a parser for untrusted URLs. */
interface Field<T> {
  readonly usual: T;
  readonly read: (text: string) => T | undefined;
}

const choice = <const V extends string>(values: readonly V[], usual: V): Field<V> => ({
  usual,
  read: (text) => values.find((value) => value === text),
});
const between = (least: number, most: number, usual: number): Field<number> => ({
  usual,
  read: (text) => {
    const value = Math.round(Number(text));
    return text !== '' && value >= least && value <= most ? value : undefined;
  },
});
const colour = (usual: string): Field<string> => ({
  usual,
  read: (text) => (/^[\da-f]{6}$/i.test(text) ? `#${text.toLowerCase()}` : undefined),
});
const words = (most: number, usual: string): Field<string> => ({
  usual,
  read: (text) => Array.from(text).slice(0, most).join(''),
});

export const shapes = ['circle', 'squircle', 'square'] as const;
export const ringStyles = [
  'none',
  'solid',
  'gradient',
  'spectrum',
  'double',
  'neon',
  'dashes',
  'pixels',
  'rays',
  'scallops',
  'corners',
  'glitch',
] as const;
export const badgeStyles = ['none', 'pill', 'box', 'ribbon'] as const;
export const badgeMarks = ['none', 'dot', 'star', 'crown', 'bolt'] as const;
export const ends = ['bottom', 'top'] as const;

export const mostBadgeLetters = 14;
export const mostTextLetters = 28;
export const limits = { ringWidth: [4, 70], gap: [0, 30], angle: [0, 360], textSize: [20, 64] } as const;

const fields = {
  shape: choice(shapes, 'circle'),
  background: colour('#100e0d'),
  ring: choice(ringStyles, 'solid'),
  ringWidth: between(...limits.ringWidth, 20),
  gap: between(...limits.gap, 0),
  from: colour('#53fc18'),
  to: colour('#0b8f4f'),
  angle: between(...limits.angle, 45),
  badge: choice(badgeStyles, 'none'),
  badgeWords: words(mostBadgeLetters, 'LIVE'),
  badgeMark: choice(badgeMarks, 'none'),
  badgeEnd: choice(ends, 'bottom'),
  badgeFill: colour('#53fc18'),
  badgeInk: colour('#0b0e0a'),
  text: words(mostTextLetters, ''),
  textEnd: choice(ends, 'top'),
  textInk: colour('#ffffff'),
  textSize: between(...limits.textSize, 34),
} as const;

export type Design = { readonly [K in keyof typeof fields]: (typeof fields)[K]['usual'] };

const names = Object.keys(fields) as (keyof Design)[];

export const usualDesign = Object.fromEntries(names.map((name) => [name, fields[name].usual])) as unknown as Design;

const VERSION = '1';

/**
 * Writes the design into the part of the URL after `#`, which browsers never send to a server. Only values that differ
 * from the default are written.
 */
export function toAddress(design: Design): string {
  const said = new URLSearchParams({ v: VERSION });
  for (const name of names) {
    const value = String(design[name]);
    if (design[name] !== fields[name].usual) said.set(name, value.replace(/^#(?=[\da-f]{6}$)/, ''));
  }
  return said.toString();
}

/** Reads a design from a URL. Returns null if it is invalid or has an unknown version. */
export function fromAddress(address: string): Design | null {
  const said = new URLSearchParams(address.replace(/^#/, ''));
  if (said.get('v') !== VERSION) return null;
  const read = names.map((name) => {
    const text = said.get(name);
    return [name, (text === null ? undefined : fields[name].read(text)) ?? fields[name].usual];
  });
  return Object.fromEntries(read) as Design;
}
