/** Cached, because formatters are expensive, never change, and the same few zones recur. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 100;

/** Returns whether this is a named zone. A bare offset such as `+02:00` contains no clock changes. */
export function isTimeZone(zone: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone) && makeFormat(zone) !== null;
}

/** Returns a zone's wall-clock time as if it were UTC, in whole seconds. The locale gives `2/28/2026, 23:59:59`. */
export function wallTimeIn(zone: string, at: number): number {
  const [month, day, year, hour, minute, second] = formatOf(zone)
    .format(at)
    .split(/[/, :]+/)
    .map(Number) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** No zone is further from UTC, and no zone changes its clocks twice within this span. */
const FURTHEST = 26 * 3_600_000;

/** Returns the moments at which a zone's clocks show this wall time: none, one, or two where clocks go back. */
export function momentsAt(zone: string, wall: number): number[] {
  const around = [-FURTHEST, 0, FURTHEST].map((away) => wall + away);
  const offsets = new Set(around.map((at) => wallTimeIn(zone, at) - at));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => wallTimeIn(zone, at) === wall)
    .sort((one, other) => one - other);
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  // The zone was valid when it was chosen but is unknown here. One server's zone must not break the others.
  const made = makeFormat(zone) ?? formatOf('UTC');
  if (formats.size >= MOST_FORMATS) formats.delete(formats.keys().next().value as string);
  formats.set(zone, made);
  return made;
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', wholeClock(zone));
  } catch {
    // Intl has no other way to check a zone. It throws a RangeError if the zone does not exist.
    return null;
  }
}

const wholeClock = (zone: string) =>
  ({
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }) as const;
