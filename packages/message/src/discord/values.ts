import { toLink } from '../template/index.ts';
import type { EmojiPayload } from './payload.ts';

/** Parses `#rrggbb`, `#rgb`, either one without `#`, `0x…`, or Discord's decimal number. */
export function parseColor(text: string): number | null {
  const trimmed = text.trim();
  const [, short] = /^#([0-9a-f]{3})$/i.exec(trimmed) ?? [];
  if (short) return Number.parseInt(short.replace(/./g, '$&$&'), 16);
  const [, long] = /^(?:#|0x)?([0-9a-f]{6})$/i.exec(trimmed) ?? [];
  if (long) return Number.parseInt(long, 16);
  const decimal = /^\d{1,8}$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  return decimal <= 0xffffff ? decimal : null;
}

/** Formats a color for the editor and the preview. */
export const formatColor = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

/** Matches one emoji, even a composed one (flag, keycap, family). Discord has no emoji made of two in a row. */
const picture = String.raw`\p{Extended_Pictographic}\ufe0f?\p{Emoji_Modifier}?\ufe0f?[\u{e0020}-\u{e007f}]*`;
const unicodeEmoji = new RegExp(
  String.raw`^(?:${picture}(?:\u200d${picture})*|\p{RI}\p{RI}|[0-9#*]\ufe0f?\u20e3)\ufe0f?$`,
  'u',
);

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A family is one emoji with many code points. Two adjacent emojis are two, and a button can have only one. */
const isOne = (text: string): boolean => graphemes.segment(text).containing(0)?.segment === text;

/** Parses a server's emoji by id or mention, or a Unicode emoji. Discord would refuse a message with anything else. */
export function parseEmoji(text: string): EmojiPayload | null {
  const trimmed = text.trim();
  if (/^\d{5,20}$/.test(trimmed)) return { id: trimmed };
  const [, animated, name, id] = /^<?(a:|:)?(\w{2,32}):(\d{5,20})>?$/.exec(trimmed) ?? [];
  if (name && id) return { id, name, ...(animated === 'a:' ? { animated: true } : {}) };
  return unicodeEmoji.test(trimmed) && isOne(trimmed) ? { name: trimmed } : null;
}

/** Accepts files attached to the message too. */
export const toPicture = (text: string): string | null =>
  /^attachment:\/\/[\w.-]{1,100}$/.test(text.trim()) ? text.trim() : toLink(text);

/** Discord refuses webhook names that look like its own. */
export const isForbiddenName = (name: string): boolean => /clyde|discord/i.test(name);
