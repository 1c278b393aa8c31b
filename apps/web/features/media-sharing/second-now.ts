import type { MediaRoom } from '@tally/contract/media-sharing/views';

/** A player reports its position every five seconds. Reports older than this are not extrapolated. */
const FRESH_MS = 30_000;

type Progress = Pick<MediaRoom, 'second' | 'secondAt' | 'paused'> & {
  readonly player: Pick<MediaRoom['player'], 'isConnected'>;
};

/**
 * Returns the video's current position, which advances only while a player plays it. If this browser's clock is wrong,
 * it counts from the arrival of the answer.
 */
export function secondNow({
  room,
  receivedAt,
  now,
  end,
}: {
  room: Progress;
  /** When this browser received the answer, by its own clock. */
  receivedAt: number;
  now: number;
  /** The video's length, if known. */
  end: number | null;
}): number {
  const { second, secondAt, paused, player } = room;
  const age = receivedAt - secondAt.getTime();
  const from = age >= 0 && age <= FRESH_MS ? secondAt.getTime() : receivedAt;
  const goesOn = !paused && player.isConnected;
  const reached = goesOn ? second + Math.max(0, now - from) / 1000 : second;
  return end === null ? reached : Math.min(reached, end);
}
