import { about } from './about.ts';
import { maySound } from './sound.ts';
import { now, troubleOf, whenTroubled } from './world.ts';

/** YouTube's state numbers. TikTok uses the same ones where it has the state. */
export const UNSTARTED = -1;
export const ENDED = 0;
export const PLAYING = 1;
export const PAUSED = 2;
export const BUFFERING = 3;
export const CUED = 5;

export interface Playback {
  readonly state: () => number;
  readonly second: () => number;
  readonly volume: () => number;
  readonly isMuted: () => boolean;
  readonly play: () => Promise<void>;
  readonly pause: () => void;
  readonly stop: () => void;
  readonly seek: (second: number) => void;
  readonly rate: () => number;
  readonly setRate: (rate: number) => void;
  readonly setVolume: (volume: number) => void;
  readonly setMuted: (isMuted: boolean) => Promise<void>;
}

export interface Heard {
  state(state: number): void;
  /** Called when another command changes the position or volume. */
  sound(): void;
  second(): void;
  blocked(): void;
  error(code: number): void;
}

const TICK_MS = 100;
const BUFFERED_AFTER_MS = 50;

export function createPlayback(heard: Heard, first: { state: number; second: number; isMuted: boolean }): Playback {
  let { state, isMuted } = first;
  let volume = 100;
  let rate = 1;
  let base = first.second;
  let since: number | null = null;
  let hasJumped = false;
  let hasFailed = false;

  const second = (): number => Math.min(about.seconds, base + (since === null ? 0 : ((now() - since) / 1_000) * rate));
  const become = (next: number): void => {
    base = second();
    since = next === PLAYING ? now() : null;
    if (next === state) return;
    state = next;
    heard.state(next);
  };
  const run = (): void => {
    if (state !== BUFFERING || troubleOf('stall')) return;
    become(PLAYING);
  };

  const tick = (): void => {
    if (state !== PLAYING) return;
    if (troubleOf('stall')) return become(BUFFERING);
    if (troubleOf('jump to the end') && !hasJumped) {
      hasJumped = true;
      base = about.seconds;
      since = now();
    }
    if (second() >= about.seconds) become(ENDED);
    else heard.second();
  };
  setInterval(tick, TICK_MS);

  const fail = (): void => {
    const code = troubleOf('error')?.code;
    if (code === undefined || code === null || hasFailed) return;
    hasFailed = true;
    become(UNSTARTED);
    heard.error(code);
  };
  whenTroubled(() => {
    if (!troubleOf('jump to the end')) hasJumped = false;
    if (!troubleOf('error')) hasFailed = false;
    fail();
    tick();
    run();
  });

  return {
    state: () => state,
    second,
    volume: () => volume,
    isMuted: () => isMuted,
    async play() {
      if (about.refusal !== null || troubleOf('never starts') || state === PLAYING) return;
      if (troubleOf('error')) return fail();
      if (troubleOf('blocked') || (!isMuted && !(await maySound()))) return heard.blocked();
      if (state === ENDED) base = 0;
      become(BUFFERING);
      setTimeout(run, BUFFERED_AFTER_MS);
    },
    pause() {
      if (state === PLAYING || state === BUFFERING) become(PAUSED);
    },
    stop() {
      base = 0;
      since = null;
      become(CUED);
    },
    seek(to) {
      base = Math.max(0, Math.min(about.seconds, to));
      since = since === null ? null : now();
      // A player at its end continues from the new position.
      if (state === ENDED) {
        become(BUFFERING);
        setTimeout(run, BUFFERED_AFTER_MS);
      }
      heard.second();
    },
    rate: () => rate,
    setRate(next) {
      base = second();
      since = since === null ? null : now();
      rate = next;
      heard.second();
    },
    setVolume(next) {
      volume = Math.max(0, Math.min(100, next));
      heard.sound();
    },
    async setMuted(next) {
      isMuted = next;
      heard.sound();
      // Without a user gesture, browsers stop a video with sound.
      if (!next && state === PLAYING && !(await maySound())) become(PAUSED);
    },
  };
}
