import { seconds } from '@tally/kernel';
import type { ItemRow, RoomRow } from '../tables.ts';

/** A player that has said nothing for so long does not play on. */
const SILENT_MS = seconds(15);
/** A player may be ahead of our clock by what a report takes to arrive, and by a moment of buffering. */
const AHEAD_SECONDS = 5;
/** An end before this part of the whole is none: who finds the address of a player cannot skip. */
const PART_THAT_COUNTS = 0.8;
/** Of a video whose length nobody tells, less than this is no video. */
const LEAST_SECONDS = 2;
/** So much longer than it should take: then the player hangs. */
export const OVERTIME_SECONDS = 8;

type Running = Pick<ItemRow, 'second' | 'played' | 'heardAt' | 'startedAt'>;

const passedSince = ({ heardAt }: Running, now: Date): number =>
  heardAt ? Math.max(now.getTime() - heardAt.getTime(), 0) / 1_000 : 0;

const sinceHeard = (item: Running, now: Date): number => Math.min(passedSince(item, now), SILENT_MS / 1_000);

/** Where the picture is by now. */
export const secondNow = (item: Running, now: Date): number => item.second + sinceHeard(item, now);

/** How long it has played by our clock. */
export const playedNow = (item: Running, now: Date): number => item.played + sinceHeard(item, now);

/** Whether it plays on by itself: nobody paused it, and the page waits for nothing. */
export const isRunning = (room: Pick<RoomRow, 'paused' | 'heldBy'>, item: Running): boolean =>
  !room.paused && room.heldBy === null && item.startedAt !== null;

/** After a report: it never gets ahead of our clock, whatever the page says. */
export function afterReport(
  item: Running,
  { reported, now, runsOn }: { readonly reported: number | null; readonly now: Date; readonly runsOn: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  // A page that was cut off has played on, and says so as soon as it can.
  const most = item.second + passedSince(item, now) + AHEAD_SECONDS;
  return {
    second: reported === null ? secondNow(item, now) : Math.min(reported, most),
    played: playedNow(item, now),
    heardAt: runsOn ? now : null,
  };
}

/** A page without a word before it went: it may have played so much more. */
const UNHEARD_SECONDS = 5;

/**
 * Where it goes on, once a page has come. The very page that played has played on while it was cut off; another one
 * begins where that one went, or was last heard of.
 */
export function resumed(
  item: Running,
  { now, isSamePage, hasLeft }: { readonly now: Date; readonly isSamePage: boolean; readonly hasLeft: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  const passed = passedSince(item, now);
  const played = isSamePage ? passed : hasLeft ? 0 : Math.min(passed, UNHEARD_SECONDS);
  return { second: item.second + played, played: item.played + played, heardAt: now };
}

/** Stands still from now on. */
export const stopped = (item: Running, now: Date): Pick<ItemRow, 'second' | 'played' | 'heardAt'> =>
  afterReport(item, { reported: null, now, runsOn: false });

/** Where its play should end: at its own end, or where it is cut. Null: nobody knows. */
export const wholeOf = ({ lengthSeconds, endSecond }: Pick<ItemRow, 'lengthSeconds' | 'endSecond'>): number | null =>
  lengthSeconds === null ? null : Math.min(lengthSeconds, endSecond ?? lengthSeconds);

export function isEndBelievable(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): boolean {
  const whole = wholeOf(item);
  return playedNow(item, now) >= (whole === null ? LEAST_SECONDS : whole * PART_THAT_COUNTS);
}

/** How many seconds until our clock ends it, if it plays on. Null: nothing limits it. */
export function secondsLeft(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): number | null {
  const end = wholeOf(item) ?? item.endSecond;
  return end === null ? null : end + OVERTIME_SECONDS - playedNow(item, now);
}
