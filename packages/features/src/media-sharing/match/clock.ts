import { seconds } from '@tally/kernel';
import type { ItemRow, RoomRow } from '../tables.ts';

/** If a player reports nothing for this long, we assume that it has stopped. */
const SILENT_MS = seconds(15);
/** A report takes time to arrive, so a player may be ahead of our clock by this much. */
const AHEAD_SECONDS = 5;
/** We ignore an end before this part of the video, so a person who knows the player's URL cannot skip videos. */
const PART_THAT_COUNTS = 0.8;
/** If a video's length is unknown, we ignore an end before this time. */
const LEAST_SECONDS = 2;
/** If a video takes this much longer than expected, the player has hung. */
export const OVERTIME_SECONDS = 8;

type Running = Pick<ItemRow, 'second' | 'played' | 'heardAt' | 'startedAt'>;

const passedSince = ({ heardAt }: Running, now: Date): number =>
  heardAt ? Math.max(now.getTime() - heardAt.getTime(), 0) / 1_000 : 0;

const sinceReport = (item: Running, now: Date): number => Math.min(passedSince(item, now), SILENT_MS / 1_000);

/** Returns the current position in the video. */
export const secondNow = (item: Running, now: Date): number => item.second + sinceReport(item, now);

/** Returns how many seconds the item has played, without the time in which the room or the page was waiting. */
export const playedNow = (item: Running, now: Date): number => item.played + sinceReport(item, now);

/** True if the item is playing now: the room is not paused, and the page is not waiting. */
export const isRunning = (room: Pick<RoomRow, 'paused' | 'heldBy'>, item: Running): boolean =>
  !room.paused && room.heldBy === null && item.startedAt !== null;

/** Returns the progress after a report. If the page is ahead of our clock, our clock counts. */
export function afterReport(
  item: Running,
  { reported, now, runsOn }: { readonly reported: number | null; readonly now: Date; readonly runsOn: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  // A page without a connection keeps playing, so its next report may be far ahead.
  const most = item.second + passedSince(item, now) + AHEAD_SECONDS;
  return {
    second: reported === null ? secondNow(item, now) : Math.min(reported, most),
    played: playedNow(item, now),
    heardAt: runsOn ? now : null,
  };
}

/** A page that left without a report may have played up to this much more. */
const UNHEARD_SECONDS = 5;

/**
 * Returns where the video resumes when a page connects. The same page kept playing in the meantime. Another page
 * continues where the last one left or last reported.
 */
export function resumed(
  item: Running,
  { now, isSamePage, hasLeft }: { readonly now: Date; readonly isSamePage: boolean; readonly hasLeft: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  const passed = passedSince(item, now);
  const played = isSamePage ? passed : hasLeft ? 0 : Math.min(passed, UNHEARD_SECONDS);
  return { second: item.second + played, played: item.played + played, heardAt: now };
}

/** Returns the progress of an item that stops now. */
export const stopped = (item: Running, now: Date): Pick<ItemRow, 'second' | 'played' | 'heardAt'> =>
  afterReport(item, { reported: null, now, runsOn: false });

/** Returns when the item should end: at its own end, or where it is cut off. Null if its length is unknown. */
export const wholeOf = ({ lengthSeconds, endSecond }: Pick<ItemRow, 'lengthSeconds' | 'endSecond'>): number | null =>
  lengthSeconds === null ? null : Math.min(lengthSeconds, endSecond ?? lengthSeconds);

export function isEndBelievable(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): boolean {
  const whole = wholeOf(item);
  return playedNow(item, now) >= (whole === null ? LEAST_SECONDS : whole * PART_THAT_COUNTS);
}

/** Returns in how many seconds our clock ends the item if it keeps playing. Null if there is no limit. */
export function secondsLeft(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): number | null {
  const end = wholeOf(item) ?? item.endSecond;
  return end === null ? null : end + OVERTIME_SECONDS - playedNow(item, now);
}
