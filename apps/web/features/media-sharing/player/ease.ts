const EASE_MS = 2_000;
const STEP_MS = 100;

/** Fades in a video, so playback never starts at full volume. */
export interface Ease {
  /** Keeps a new video nearly silent, because it makes sound before it reports that it is playing. */
  readonly hold: (isEased: boolean) => void;
  /** Starts the fade when the video becomes audible. */
  readonly begin: (isEased: boolean) => void;
  readonly aim: (volume: number) => void;
  readonly end: () => void;
}

export function createEase(set: (volume: number) => void): Ease {
  let target = 0;
  let share = 1;
  let timer: ReturnType<typeof setInterval> | undefined;

  const apply = (): void => set(target === 0 ? 0 : Math.max(1, Math.round(target * share)));
  const end = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  const hold = (isEased: boolean): void => {
    end();
    share = isEased ? 0 : 1;
    apply();
  };
  return {
    hold,
    begin(isEased) {
      hold(isEased);
      if (!isEased) return;
      timer = setInterval(() => {
        share = Math.min(1, share + STEP_MS / EASE_MS);
        apply();
        if (share === 1) end();
      }, STEP_MS);
    },
    aim(volume) {
      target = volume;
      apply();
    },
    end,
  };
}
