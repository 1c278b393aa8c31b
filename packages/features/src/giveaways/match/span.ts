const MINUTE_MS = 60_000;
const unit = { m: 1, h: 60, d: 1_440, w: 10_080 } as const;

export interface Span {
  readonly minutes: number;
  /** Where a moment was named in place of a length. */
  readonly endsAt: Date | null;
}

/** `90m`, `2d 12h`, or `2026-12-24 20:00` by the clock of a zone. Null for anything else, a moment that is over, or none. */
export function readSpan(typed: string, { zone, now }: { readonly zone: string; readonly now: Date }): Span | null {
  const text = typed.trim().toLowerCase();
  if (/^(?:\d{1,6}\s*[mhdw]\s*)+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)\s*([mhdw])/g)];
    const minutes = parts.reduce((sum, [, count, word]) => sum + Number(count) * unit[word as keyof typeof unit], 0);
    return minutes > 0 ? { minutes, endsAt: null } : null;
  }
  const endsAt = readMoment(text, zone);
  if (!endsAt || endsAt <= now) return null;
  return { minutes: Math.ceil((endsAt.getTime() - now.getTime()) / MINUTE_MS), endsAt };
}

/** Of an hour that comes twice, the first; one that a zone leaps over is none, nor is 31 February. */
function readMoment(text: string, zone: string): Date | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})[ t](\d{2}):(\d{2})$/.exec(text);
  if (!found) return null;
  const wanted = found.slice(1).map(Number);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = wanted;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  // No zone is more than a day away from UTC, and all differ by whole quarters of an hour.
  for (let offset = -26 * 60; offset <= 26 * 60; offset += 15) {
    const moment = new Date(asUtc + offset * MINUTE_MS);
    if (partsIn(zone, moment).every((part, place) => part === wanted[place])) return moment;
  }
  return null;
}

function partsIn(zone: string, moment: Date): number[] {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return [of('year'), of('month'), of('day'), of('hour'), of('minute')];
}
