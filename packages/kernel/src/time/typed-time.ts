import { clean, fold, westernDigits } from '@tally/message/template';
import { momentsAt, wallTimeIn } from '@tally/message/zones';
import { readLength } from './typed-length.ts';

/** `past`: the time has passed. `skipped`: the clocks skip it. `unclear`: the text has no meaning, or two. */
export type TypedTime =
  | { readonly kind: 'length'; readonly milliseconds: number }
  | { readonly kind: 'moment'; readonly at: Date }
  | { readonly kind: 'past' | 'skipped' | 'unclear' };

interface Clock {
  readonly zone: string;
  readonly now: Date;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const unclear = { kind: 'unclear' } as const;

/**
 * Reads a length (`90m`, `1d 2h`) or a moment by the clock of a zone (`18:00`, `tomorrow 18:00`, `24.12. 20:00`), with
 * English or Arabic words and the digits of any script. The docs list the forms: `docs/public/community/giveaways.md`.
 */
export function readTypedTime(typed: string, clock: Clock): TypedTime {
  const plain = plainTime(typed);
  const milliseconds = readLength(plain);
  if (milliseconds !== null) return { kind: 'length', milliseconds };
  return readMoment(plain, clock);
}

/** Converts decimal commas to points, and drops the Arabic vowel signs, hamzas and dots that people omit. */
const plainTime = (typed: string): string =>
  fold(westernDigits(clean(typed)).normalize('NFKD').replace(/\p{M}/gu, ''))
    .replace(/ة/g, 'ه')
    .replace(/ى/g, 'ي')
    .replace(/٫/g, '.')
    .replace(/(?<=\d),(?=\d)/g, '.');

const dayWords = new Map([
  ['today', 0],
  ['اليوم', 0],
  ['tomorrow', 1],
  ['غدا', 1],
  ['بكره', 1],
]);

function readMoment(plain: string, clock: Clock): TypedTime {
  const [first = '', ...others] = plain.split(/[ t](?=\d{1,2}[:.]?\d{0,2} ?(?:[ap]m)?$)| at | الساعه /);
  const rest = others.join(' ');
  const wall = wallTimeIn(clock.zone, clock.now.getTime());
  const today = Math.floor(wall / DAY) * DAY;
  const alone = timeOf(plain);
  if (alone !== null)
    return nextOf(
      [0, 1, 2].map((days) => today + days * DAY + alone),
      clock,
    );
  const ahead = dayWords.get(first);
  if (ahead !== undefined) {
    const time = rest === '' && ahead > 0 ? Math.floor((wall - today) / MINUTE) * MINUTE : timeOf(rest);
    return time === null ? unclear : nextOf([today + ahead * DAY + time], clock);
  }
  const time = timeOf(rest);
  const dates = datesOf(first, new Date(today).getUTCFullYear());
  return time === null || dates.length === 0
    ? unclear
    : nextOf(
        dates.map((date) => date + time),
        clock,
      );
}

/** Returns the milliseconds since midnight of `18:00`, `6pm` or `6:30 pm`. */
function timeOf(text: string): number | null {
  const [, hours = '', minutes = '', half] = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(text) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes || 0)];
  const isClock = half ? hour >= 1 && hour <= 12 : minutes !== '' && hour <= 23;
  if (hours === '' || !isClock || minute > 59) return null;
  return (half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour) * HOUR + minute * MINUTE;
}

/** Returns days as if in UTC. A day without a year belongs to this year or to the next year that has it. */
function datesOf(text: string, thisYear: number): number[] {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return dateOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const [, day, month, year] = /^(\d{1,2})\. ?(\d{1,2})(?:\.|\. ?(\d{4}))?$/.exec(text) ?? [];
  if (!day) return [];
  const years = year ? [Number(year)] : Array.from({ length: 9 }, (_, ahead) => thisYear + ahead);
  return years.flatMap((each) => dateOf(each, Number(month), Number(day)));
}

function dateOf(year: number, month: number, day: number): number[] {
  const date = Date.UTC(year, month - 1, day);
  const read = new Date(date);
  return year >= 1970 && read.getUTCMonth() === month - 1 && read.getUTCDate() === day ? [date] : [];
}

/** Returns the first of these wall times in the future. When clocks go back, a wall time occurs twice. */
function nextOf(wallTimes: readonly number[], { zone, now }: Clock): TypedTime {
  const moments = wallTimes.map((wall) => momentsAt(zone, wall));
  const next = moments.flat().find((at) => at > now.getTime());
  if (next !== undefined) return { kind: 'moment', at: new Date(next) };
  return { kind: moments.some((each) => each.length === 0) ? 'skipped' : 'past' };
}
