import { locales, type TextKey } from '@tally/contract';
import { say } from '@tally/kernel';

/** A menu entry usually returns its registered name, but a client may send a translated one. */
export const menuNames = (key: TextKey): string[] => [...new Set(locales.map((locale) => say(locale, key)))];
