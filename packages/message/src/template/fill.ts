import type { Locale } from '@tally/contract';
import { clean, cleanLine } from './clean.ts';
import { cut } from './cut.ts';
import { breakMentions, escapeMarkdown } from './escape.ts';
import { findPlaceholder, type Placeholder, parseTemplate } from './parse.ts';

/** The values of placeholders. A missing value (null, or no such key) is filled in as empty text. */
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/**
 * The place of the text. `markdown` has styles, so other people's words are escaped. `line` is the same on one line,
 * `plain` is one line without styles, and `address` is part of a link.
 */
export type Place = 'markdown' | 'line' | 'plain' | 'address';

/** The place, and whether the owner's words lack an underscore that could pair with one in a value. */
interface Surroundings {
  readonly place: Place;
  readonly isAlone: boolean;
}

export interface Filling {
  readonly placeholders: readonly Placeholder[];
  readonly values: Values;
  readonly place: Place;
  readonly limit: number;
  /** The locale for numbers. If absent, they are plain digits. */
  readonly locale?: Locale | undefined;
}

export interface Filled {
  readonly text: string;
  /** True if a value, or the template itself, was cut to keep the limit. */
  readonly isCut: boolean;
}

interface Part {
  /** The part that may be shortened, before escaping. Null if it is shown completely or not at all. */
  readonly raw: string | null;
  readonly shown: string;
}

/**
 * Fills a template. If the result is too long, shortens the longest values first, which keeps the owner's words. A
 * template that is too long without values is cut at its end.
 */
export function fill(template: string, filling: Filling): Filled {
  const pieces = parseTemplate(template).map((piece) => ({
    text: piece.text,
    placeholder: piece.type === 'literal' ? null : findPlaceholder(filling.placeholders, piece.name),
  }));
  const isAlone = pieces.every(({ text, placeholder }) => placeholder || !text.includes('_'));
  const around = { place: filling.place, isAlone };
  const parts = pieces.map(
    ({ text, placeholder }): Part => (placeholder ? partOf(placeholder, filling, around) : { raw: null, shown: text }),
  );
  const whole = join(parts);
  if (whole.length <= filling.limit) return { text: whole, isCut: false };
  return { text: cut(join(shorten(parts, whole.length - filling.limit, around)), filling.limit), isCut: true };
}

const join = (parts: readonly Part[]): string => parts.map((part) => part.shown).join('');

function partOf(placeholder: Placeholder, filling: Filling, around: Surroundings): Part {
  const value = filling.values[placeholder.name];
  const text = value === null || value === undefined ? '' : written(value, filling);
  switch (placeholder.kind) {
    case 'text':
    case 'number':
    case 'color':
      return shortenable(text, isMultiline(placeholder, filling), around);
    case 'url':
      return { raw: null, shown: toLink(text) ?? '' };
    case 'mention':
    case 'time':
    case 'markup':
      return { raw: null, shown: text };
  }
}

/** Formats numbers for readers, such as 122,448, in Western digits as Discord does. In a URL, leaves out separators. */
function written(value: string | number, { place, locale }: Filling): string {
  if (typeof value === 'string' || place === 'address' || !locale) return String(value);
  const format = formats.get(locale) ?? new Intl.NumberFormat(`${locale}-u-nu-latn`);
  formats.set(locale, format);
  return format.format(value);
}

const formats = new Map<Locale, Intl.NumberFormat>();

const isMultiline = (placeholder: Placeholder, filling: Filling): boolean =>
  placeholder.isMultiline === true && filling.place === 'markdown';

/** Thousands of messages mention one stream, so its title is cleaned and escaped only once per kind of place. */
const cleaned = new Map<string, Part>();
const MOST_CLEANED = 500;
const LONGEST_CLEANED = 1_000;

function shortenable(text: string, hasLines: boolean, around: Surroundings): Part {
  const key = `${around.place} ${around.isAlone} ${hasLines} ${text}`;
  const known = cleaned.get(key);
  if (known) return known;
  const raw = hasLines ? clean(text).trim() : cleanLine(text);
  const part = { raw, shown: show(raw, around) };
  if (text.length > LONGEST_CLEANED) return part;
  if (cleaned.size >= MOST_CLEANED) cleaned.clear();
  cleaned.set(key, part);
  return part;
}

function show(raw: string, { place, isAlone }: Surroundings): string {
  switch (place) {
    case 'markdown':
    case 'line':
      return escapeMarkdown(raw, { isAlone });
    case 'plain':
      return breakMentions(raw);
    case 'address':
      return encodeURIComponent(raw);
  }
}

/** Shortens the longest value until the text fits. Each round frees some space or empties a value. */
function shorten(parts: readonly Part[], excess: number, around: Surroundings): Part[] {
  const left = [...parts];
  let missing = excess;
  while (missing > 0) {
    const place = longest(left);
    const part = left[place];
    if (!part?.raw) break;
    // Escaping lengthens a text. So the first attempt may remove more than needed, but never less.
    const target = Math.max(0, Math.min(part.raw.length - 1, part.raw.length - missing));
    const raw = cut(part.raw, target);
    const shorter = { raw, shown: show(raw, around) };
    left[place] = shorter;
    missing -= part.shown.length - shorter.shown.length;
  }
  return left;
}

function longest(parts: readonly Part[]): number {
  let found = -1;
  parts.forEach((part, place) => {
    const length = part.raw?.length ?? 0;
    if (length > 0 && length > (parts[found]?.raw?.length ?? 0)) found = place;
  });
  return found;
}

/** Cached like `cleaned`, because parsing a URL is the most expensive part of its place. */
const links = new Map<string, string | null>();

/** Returns a URL that Discord can open, or null. Spaces and brackets would end it early. */
export function toLink(text: string): string | null {
  const known = links.get(text);
  if (known !== undefined) return known;
  const link = asLink(text);
  if (text.length > LONGEST_CLEANED) return link;
  if (links.size >= MOST_CLEANED) links.clear();
  links.set(text, link);
  return link;
}

function asLink(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed)) return null;
  return new URL(trimmed).href.replace(
    /[<>"'`*|~\\()[\]]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
