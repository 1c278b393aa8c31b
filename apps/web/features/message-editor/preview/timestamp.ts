import { relativeTime } from '../../../lib/words/format.ts';

const forms: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
  s: { dateStyle: 'short', timeStyle: 'short' },
  S: { dateStyle: 'short', timeStyle: 'medium' },
};

/** https://docs.discord.com/developers/reference#message-formatting-timestamp-styles */
export function showTimestamp(about: { at: Date; style: string; now: Date; locale: string }): string {
  const { at, style, now, locale } = about;
  if (style === 'R') return relativeTime(at, now, locale);
  return new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, forms[style] ?? forms.f).format(at);
}
