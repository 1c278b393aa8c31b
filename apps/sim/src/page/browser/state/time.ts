const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const precise = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
const full = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' });

export const showClock = (at: Date): string => clock.format(at);
export const showSeconds = (at: Date): string => precise.format(at);
export const showDate = (at: Date): string => date.format(at);
export const showDay = (at: Date): string => day.format(at);
export const showFull = (at: Date): string => full.format(at);

export const isSameDay = (left: Date, right: Date): boolean => left.toDateString() === right.toDateString();

export function showWhen(at: Date, now: Date): string {
  if (isSameDay(at, now)) return showClock(at);
  return `${showDate(at)}, ${showClock(at)}`;
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

export function showRelative(at: Date, now: Date): string {
  const seconds = Math.round((at.getTime() - now.getTime()) / 1_000);
  for (const [unit, length] of units) {
    if (Math.abs(seconds) >= length) return relative.format(Math.round(seconds / length), unit);
  }
  return relative.format(seconds, 'second');
}

/** Formats a stream's running time as `02:14:09`. */
export function showDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** The eight styles: https://docs.discord.com/developers/reference#message-formatting-timestamp-styles */
export function showTimestamp(at: Date, style: string, now: Date): string {
  switch (style) {
    case 't':
      return showClock(at);
    case 'T':
      return showSeconds(at);
    case 'd':
    case 'D':
      return showDate(at);
    case 'F':
      return `${showDay(at)} ${at.getFullYear()}, ${showClock(at)}`;
    case 's':
      return `${showDate(at)}, ${showClock(at)}`;
    case 'S':
      return `${showDate(at)}, ${showSeconds(at)}`;
    case 'R':
      return showRelative(at, now);
    default:
      return `${showDate(at)}, ${showClock(at)}`;
  }
}
