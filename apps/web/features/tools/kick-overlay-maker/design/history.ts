import type { Design } from './design.ts';

export interface History {
  readonly past: readonly Design[];
  readonly now: Design;
  readonly future: readonly Design[];
  /** What the last change edited: dragging a slider is one undo step, not a hundred. */
  readonly about: string | null;
}

export type Step =
  | { readonly kind: 'change'; readonly to: Partial<Design>; readonly about: string }
  /** After the pointer is released, the next change is a separate step. */
  | { readonly kind: 'lift' }
  /** Loads a design from the URL. */
  | { readonly kind: 'load'; readonly design: Design }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

const MOST_STEPS = 100;

export const begin = (now: Design): History => ({ past: [], now, future: [], about: null });

export function walk(history: History, step: Step): History {
  const { past, now, future, about } = history;
  switch (step.kind) {
    case 'change': {
      const next = { ...now, ...step.to };
      if (step.about === about) return { ...history, now: next, future: [] };
      return { past: [...past, now].slice(-MOST_STEPS), now: next, future: [], about: step.about };
    }
    case 'lift':
      return about === null ? history : { ...history, about: null };
    case 'load':
      return begin(step.design);
    case 'undo': {
      const before = past.at(-1);
      if (!before) return history;
      return { past: past.slice(0, -1), now: before, future: [now, ...future], about: null };
    }
    case 'redo': {
      const [after, ...rest] = future;
      if (!after) return history;
      return { past: [...past, now], now: after, future: rest, about: null };
    }
  }
}
