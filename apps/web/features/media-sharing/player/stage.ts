import type { PlayerOrigins } from '../room/frames.ts';
import { createEase } from './ease.ts';
import type { Frame, FrameAbout, FrameEvents } from './frame.ts';
import type { Snapshot } from './player.ts';
import { openTiktok } from './tiktok-frame.ts';
import { openYoutube } from './youtube-frame.ts';

type Item = NonNullable<Snapshot['item']>;
type Told = 'started' | 'ended' | 'error' | 'blocked';

export interface Wish extends Pick<Snapshot, 'item' | 'second' | 'paused' | 'volume' | 'easeIn'> {
  /** True while the scene is hidden. */
  readonly isHeld: boolean;
}

/** Plays at most one frame at a time. No other code starts playback. */
export interface Stage {
  readonly now: () => {
    readonly itemId: Item['itemId'] | null;
    readonly second: number;
    readonly hasStarted: boolean;
  };
  readonly follow: (wish: Wish) => void;
  /**
   * Checks regularly that the right video plays. `told` is the position that the server assumes, and when it was set.
   */
  readonly look: (told: { readonly second: number; readonly at: number }) => void;
  readonly unblock: () => void;
  readonly close: () => void;
}

interface Running {
  readonly item: Item;
  readonly frame: Frame;
  second: number;
  endedAt: number | null;
  isBlocked: boolean;
  hasFailed: boolean;
  /** When playback last advanced, or should have started. */
  movedAt: number;
  hasStarted: boolean;
}

/**
 * The limit for a start. The server allows ten seconds for a video that never began; this one also covers a video that
 * began on an earlier page.
 */
const BEGINS_WITHIN_MS = 12_000;
/** The limit is longer after a start, because the network may be slow. */
const MOVES_WITHIN_MS = 30_000;
/** A position this close to the end counts as the end. */
const CLOSE_SECONDS = 2;
/** Our error number for "nothing arrived", because the platforms' players have none. */
const NOTHING_CAME = -1;

const frames = { youtube: openYoutube, tiktok: openTiktok } satisfies Record<Item['provider'], unknown>;

export function createStage(about: {
  readonly host: HTMLElement;
  readonly players: PlayerOrigins;
  readonly tell: (type: Told, code?: number) => void;
}): Stage {
  const { host, players, tell } = about;
  let running: Running | null = null;
  let wish: Wish | null = null;
  const ease = createEase((volume) => running?.frame.setVolume(volume));

  const isWanted = (): boolean => wish !== null && !wish.paused && !wish.isHeld;

  function open(item: Item, second: number): void {
    close();
    const own = (run: (on: Running) => void) => (): void => {
      if (running?.item === item) run(running);
    };
    const events: FrameEvents = {
      playing: own((on) => {
        on.isBlocked = false;
        on.endedAt = null;
        on.hasStarted = true;
        on.movedAt = performance.now();
        ease.begin(wish?.easeIn ?? false);
        tell('started');
      }),
      second(at) {
        own((on) => {
          if (at !== on.second) on.movedAt = performance.now();
          // A player that has not started reports 0, regardless of its start position.
          if (on.hasStarted || at > 0) on.second = at;
          if (item.endSecond !== null && on.hasStarted && at >= item.endSecond) finish(on);
        })();
      },
      ended: own(finish),
      failed(code) {
        own((on) => fail(on, code))();
      },
      blocked: own((on) => {
        if (on.isBlocked) return;
        on.isBlocked = true;
        tell('blocked');
      }),
    };
    const place: FrameAbout = {
      host,
      base: players[item.provider],
      videoId: item.videoId,
      second,
      title: item.title ?? item.videoId,
    };
    const frame = frames[item.provider](place, events);
    const movedAt = performance.now();
    running = { item, frame, second, endedAt: null, isBlocked: false, hasFailed: false, hasStarted: false, movedAt };
    ease.hold(wish?.easeIn ?? false);
  }

  function finish(on: Running): void {
    if (on.endedAt !== null) return;
    on.endedAt = performance.now();
    // Stops a video that was cut short while we wait for the server's next order.
    on.frame.setPlaying(false);
    tell('ended');
  }

  function fail(on: Running, code: number): void {
    if (on.hasFailed) return;
    on.hasFailed = true;
    tell('error', code);
  }

  function close(): void {
    ease.end();
    running?.frame.close();
    running = null;
  }

  return {
    now: () => ({
      itemId: running?.item.itemId ?? null,
      second: running?.second ?? 0,
      hasStarted: running?.hasStarted ?? false,
    }),
    follow(next) {
      const was = isWanted();
      wish = next;
      if (next.item === null) return close();
      if (running?.item.itemId !== next.item.itemId) open(next.item, next.second);
      if (!running) return;
      if (isWanted() && !was) running.movedAt = performance.now();
      ease.aim(next.volume);
      running.frame.setPlaying(isWanted() && running.endedAt === null);
    },
    look(told) {
      if (!running || !isWanted() || running.isBlocked || running.hasFailed) return;
      if (running.endedAt !== null) {
        // The server has not yet processed the end of the video.
        if (told.at < running.endedAt) return;
        if (told.second + CLOSE_SECONDS >= running.second) return tell('ended');
        // According to the server, the video has not ended, so it continues at the server's position.
        running.endedAt = null;
        running.second = told.second;
        running.movedAt = performance.now();
        running.frame.setPlaying(true);
        running.frame.seek(told.second);
      }
      const patience = running.hasStarted ? MOVES_WITHIN_MS : BEGINS_WITHIN_MS;
      if (performance.now() - running.movedAt >= patience) fail(running, NOTHING_CAME);
    },
    unblock() {
      if (!running) return;
      running.isBlocked = false;
      running.movedAt = performance.now();
      running.frame.unblock();
    },
    close,
  };
}
