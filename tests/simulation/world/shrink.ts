import { type Kind, kinds, type Script } from './dice.ts';
import { type Life, live } from './life.ts';

/** Shrinking stops after this time and keeps the smallest life so far. */
const LONGEST_MS = 9_000;
const LATEST_FIRST = ['plan', 'chance', 'weather', 'order'] as const satisfies readonly Kind[];

/**
 * Minimizes a life that breaks a rule. Sets numbers to 0 (no fault, the first ready event) or removes them, as long as
 * the same rule fails.
 */
export async function shrink(seed: number, { violations, script }: Life): Promise<Life> {
  const truth = violations[0]?.truth;
  const untilMs = performance.now() + LONGEST_MS;
  let best = trimmed(script as Script);
  const isOver = (): boolean => performance.now() > untilMs;
  const fails = async (candidate: Script): Promise<boolean> => {
    const life = await live(seed, { script: candidate });
    return life.violations[0]?.truth === truth;
  };
  const attempt = async (candidate: Script): Promise<boolean> => {
    if (isOver() || sizeOf(candidate) >= sizeOf(best) || !(await fails(candidate))) return false;
    best = candidate;
    return true;
  };

  for (let before = Number.POSITIVE_INFINITY; sizeOf(best) < before && !isOver(); ) {
    before = sizeOf(best);
    for (const kind of kinds) await attempt({ ...best, [kind]: [] });
    for (const kind of LATEST_FIRST) {
      await setToZero(kind);
      await leaveOut(kind);
    }
  }
  return await live(seed, { script: best, hasStory: true, keepsScript: true });

  /** Tries halves first, and smaller parts after that. */
  async function setToZero(kind: Kind): Promise<void> {
    for (let length = best[kind].length; length >= 1; length >>= 1)
      for (let from = 0; from < best[kind].length && !isOver(); from += length) {
        const numbers = best[kind];
        if (numbers.slice(from, from + length).every((number) => number === 0)) continue;
        const zeroed = numbers.map((number, place) => (place >= from && place < from + length ? 0 : number));
        await attempt(trimmed({ ...best, [kind]: zeroed }));
      }
  }

  async function leaveOut(kind: Kind): Promise<void> {
    for (let length = best[kind].length >> 1; length >= 1; length >>= 1)
      for (let from = best[kind].length - length; from >= 0 && !isOver(); from -= length)
        await attempt(trimmed({ ...best, [kind]: best[kind].toSpliced(from, length) }));
  }
}

/** Counts the choices other than the first ready event, no fault and the smallest plan. */
export const choicesOf = ({ script }: Life): number =>
  kinds.reduce((sum, kind) => sum + (script?.[kind].filter((number) => number > 0).length ?? 0), 0);

/** Counts nonzero numbers first, because removing a fault is worth more than shortening the list. */
const sizeOf = (script: Script): number =>
  kinds.reduce(
    (sum, kind) => sum + script[kind].length + 1_000 * script[kind].filter((number) => number > 0).length,
    0,
  );

const trimmed = (script: Script): Script =>
  Object.fromEntries(
    kinds.map((kind) => [kind, script[kind].slice(0, script[kind].findLastIndex((number) => number > 0) + 1)]),
  ) as unknown as Script;
