import { familiesOf, loadSharpFor } from './fonts.ts';

/** Warm black, paper white and the two brand grays. */
export const colours = {
  ground: '#181514',
  line: '#352F2C',
  text: '#F5F1EE',
  muted: '#ABA19B',
  lamp: '#FF4A3D',
} as const;

export interface TextStyle {
  readonly size: number;
  readonly colour: string;
  readonly weight: 'Regular' | 'SemiBold';
}

export interface Drawn {
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Removes characters that no font can draw: controls, lone surrogates, and marks that change the text direction. */
export const drawable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u202A-\u202E\u2066-\u2069\uFFFD]/gu, '')
    .trim();

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

/** Draws words on one line, or wraps them at a width. Each paragraph gets its own direction. */
export async function textPicture(text: string, { size, colour, weight }: TextStyle, width?: number) {
  const { default: sharp } = await loadSharpFor(text);
  return sharp({
    text: {
      text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
      font: `${familiesOf(text)} ${weight} ${size}`,
      dpi: 72,
      rgba: true,
      ...(width === undefined ? {} : { width, wrap: 'word-char' as const, spacing: Math.round(size * 0.08) }),
    },
  });
}

/** Shrinks the text until it fits the box, because a name may have thirty-two wide letters or stacked accents. */
export async function drawInBox(
  text: string,
  style: TextStyle,
  box: { readonly width: number; readonly height: number; readonly breaks?: boolean },
): Promise<Drawn | null> {
  if (text === '') return null;
  const { width, height, breaks = false } = box;
  const drawn = await textPicture(text, style, breaks ? width : undefined);
  const { data, info } = await drawn
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { image: data, width: info.width, height: info.height };
}
