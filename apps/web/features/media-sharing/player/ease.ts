const EASE_MS = 2_000;
const STEP_MS = 100;

/** How loud it is from moment to moment: it grows from nearly nothing, so that nobody is frightened. */
export interface Ease {
  /** It is opened, and its first sound comes before it says that it plays: that, too, is nearly nothing. */
  readonly hold: (isEased: boolean) => void;
  /** It begins to be heard. */
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
