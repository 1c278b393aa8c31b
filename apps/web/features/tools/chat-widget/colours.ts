/** Makes name colors readable. A person without a color always gets the same one for their name. */
const chosen = ['#ff6b6b', '#ffa94d', '#ffd43b', '#69db7c', '#38d9a9', '#4dabf7', '#9775fa', '#f783ac'] as const;
/** WCAG's minimum contrast for text of normal size. */
const CONTRAST = 4.5;

export function nameColour(
  colour: string | null,
  login: string,
  { isReadable, isOnLight }: { isReadable: boolean; isOnLight: boolean },
): string {
  const own = colour ?? pick(login);
  return isReadable ? readable(own, isOnLight) : own;
}

function pick(login: string): string {
  let sum = 0;
  for (const letter of login) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return chosen[sum % chosen.length] ?? chosen[0];
}

type Rgb = readonly [number, number, number];

const read = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(read(one)), luminance(read(other))].toSorted((left, right) => left - right) as [
    number,
    number,
  ];
  return (high + 0.05) / (low + 0.05);
}

/** Shifts the color toward white on dark or black on light backgrounds, until it is readable. */
function readable(colour: string, isOnLight: boolean): string {
  const [ground, goal] = isOnLight ? ['#ffffff', 0] : ['#18181b', 255];
  let rgb = read(colour);
  for (let step = 0; step < 24 && contrast(write(rgb), ground) < CONTRAST; step += 1) {
    rgb = rgb.map((part) => part + (goal - part) * 0.12) as unknown as Rgb;
  }
  return write(rgb);
}
