import type { MediaRoom } from '@tally/contract/media-views';

/** A player says where it is every five seconds; what is older is not to be counted on from. */
const FRESH_MS = 30_000;

type Progress = Pick<MediaRoom, 'second' | 'secondAt' | 'paused'> & {
  readonly player: Pick<MediaRoom['player'], 'isConnected'>;
};

/**
 * Where the video is by now. Only while a player plays it does it go on. The clock of this browser may be wrong by
 * hours: then it counts from when the answer came.
 */
export function secondNow({
  room,
  receivedAt,
  now,
  end,
}: {
  room: Progress;
  /** When this browser heard it, by its own clock. */
  receivedAt: number;
  now: number;
  /** Its length, where that is known. */
  end: number | null;
}): number {
  const { second, secondAt, paused, player } = room;
  const age = receivedAt - secondAt.getTime();
  const from = age >= 0 && age <= FRESH_MS ? secondAt.getTime() : receivedAt;
  const goesOn = !paused && player.isConnected;
  const reached = goesOn ? second + Math.max(0, now - from) / 1000 : second;
  return end === null ? reached : Math.min(reached, end);
}
