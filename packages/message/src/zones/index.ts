/** Formatters are expensive and immutable, and the same few zones recur. */
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_FORMATS = 100;

/** Whether this is a named zone. A bare offset such as `+02:00` knows nothing of clock changes. */
export function isTimeZone(zone: string): boolean {
  return /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone) && makeFormat(zone) !== null;
}

/**
 * The wall-clock time of a zone as if it were UTC, in whole seconds. This locale formats it as `2/28/2026, 23:59:59`.
 */
export function wallTimeIn(zone: string, at: number): number {
  const [month, day, year, hour, minute, second] = formatOf(zone)
    .format(at)
    .split(/[/, :]+/)
    .map(Number) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** No zone is further from UTC, and none changes its clocks twice in that span. */
const FURTHEST = 26 * 3_600_000;

/** The moments at which the clocks of a zone show this wall time: none, one, or two where clocks go back. */
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
  // The zone was valid when it was chosen and is unknown here. One server's zone must not break the others.
  const made = makeFormat(zone) ?? formatOf('UTC');
  if (formats.size >= MOST_FORMATS) formats.delete(formats.keys().next().value as string);
  formats.set(zone, made);
  return made;
}

function makeFormat(zone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', wholeClock(zone));
  } catch {
    // Intl has no other way to check a zone. RangeError: there is no such zone.
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
