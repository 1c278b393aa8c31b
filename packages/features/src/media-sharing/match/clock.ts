import { seconds } from '@tally/kernel';
import type { ItemRow, RoomRow } from '../tables.ts';

/** A player that has been silent for this long no longer counts as playing. */
const SILENT_MS = seconds(15);
/** A player may be ahead of our clock by the travel time of a report plus some buffering. */
const AHEAD_SECONDS = 5;
/**
 * An end reported before this part of the video is ignored, so a person who finds the player's URL cannot skip videos.
 */
const PART_THAT_COUNTS = 0.8;
/** For a video of unknown length, an end before this time is ignored. */
const LEAST_SECONDS = 2;
/** A player that takes this much longer than expected has hung. */
export const OVERTIME_SECONDS = 8;

type Running = Pick<ItemRow, 'second' | 'played' | 'heardAt' | 'startedAt'>;

const passedSince = ({ heardAt }: Running, now: Date): number =>
  heardAt ? Math.max(now.getTime() - heardAt.getTime(), 0) / 1_000 : 0;

const sinceReport = (item: Running, now: Date): number => Math.min(passedSince(item, now), SILENT_MS / 1_000);

/** The current position in the video. */
export const secondNow = (item: Running, now: Date): number => item.second + sinceReport(item, now);

/** The seconds played until now. They do not advance while the room is paused or the page waits. */
export const playedNow = (item: Running, now: Date): number => item.played + sinceReport(item, now);

/** True if it plays without interruption: it is not paused, and the page is not waiting. */
export const isRunning = (room: Pick<RoomRow, 'paused' | 'heldBy'>, item: Running): boolean =>
  !room.paused && room.heldBy === null && item.startedAt !== null;

/** The progress after a report. It is never ahead of our clock, even if the page reports more. */
export function afterReport(
  item: Running,
  { reported, now, runsOn }: { readonly reported: number | null; readonly now: Date; readonly runsOn: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  // A page that lost its connection has kept playing, and reports this as soon as it can.
  const most = item.second + passedSince(item, now) + AHEAD_SECONDS;
  return {
    second: reported === null ? secondNow(item, now) : Math.min(reported, most),
    played: playedNow(item, now),
    heardAt: runsOn ? now : null,
  };
}

/** A page that left without a report may have played this much more. */
const UNHEARD_SECONDS = 5;

/**
 * Where the video resumes once a page has connected. The same page kept playing while it was disconnected. Another page
 * starts where the last one left, or last reported.
 */
export function resumed(
  item: Running,
  { now, isSamePage, hasLeft }: { readonly now: Date; readonly isSamePage: boolean; readonly hasLeft: boolean },
): Pick<ItemRow, 'second' | 'played' | 'heardAt'> {
  const passed = passedSince(item, now);
  const played = isSamePage ? passed : hasLeft ? 0 : Math.min(passed, UNHEARD_SECONDS);
  return { second: item.second + played, played: item.played + played, heardAt: now };
}

/** The progress of an item that stops now. */
export const stopped = (item: Running, now: Date): Pick<ItemRow, 'second' | 'played' | 'heardAt'> =>
  afterReport(item, { reported: null, now, runsOn: false });

/** Where it should end: at its natural end, or where it is cut off. Null: unknown. */
export const wholeOf = ({ lengthSeconds, endSecond }: Pick<ItemRow, 'lengthSeconds' | 'endSecond'>): number | null =>
  lengthSeconds === null ? null : Math.min(lengthSeconds, endSecond ?? lengthSeconds);

export function isEndBelievable(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): boolean {
  const whole = wholeOf(item);
  return playedNow(item, now) >= (whole === null ? LEAST_SECONDS : whole * PART_THAT_COUNTS);
}

/** How many seconds until our clock ends it, if it keeps playing. Null: no limit. */
export function secondsLeft(item: Running & Pick<ItemRow, 'lengthSeconds' | 'endSecond'>, now: Date): number | null {
  const end = wholeOf(item) ?? item.endSecond;
  return end === null ? null : end + OVERTIME_SECONDS - playedNow(item, now);
}
