import { CANVAS, type Design } from '../design/design.ts';

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;
export type Shape = Design['shape'];

const MIDDLE = CANVAS / 2;
/** The exponents of the superellipses: 2 is a circle, and higher values approach a square. */
const powers: Record<Shape, number> = { circle: 2, squircle: 5, square: 40 };
const STEPS = 720;

/** Returns the distance from the center to the edge at this angle, for a shape with half width 1. */
function reach(shape: Shape, angle: number): number {
  const power = powers[shape];
  return (Math.abs(Math.cos(angle)) ** power + Math.abs(Math.sin(angle)) ** power) ** (-1 / power);
}

interface Outline {
  /** The distance from the edge of the canvas. */
  readonly inset: number;
  /** Returns a value to add to the half width at an angle from 0 to 2π. */
  readonly wave?: (angle: number) => number;
  /** The first angle of a partial outline. */
  readonly from?: number;
  readonly to?: number;
}

/** Fills the area between two paths. */
export function fillBetween(context: Context, one: Path2D, other: Path2D): void {
  const band = new Path2D(one);
  band.addPath(other);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(band, 'evenodd');
}

export function outline(shape: Shape, { inset, wave, from = 0, to = 2 * Math.PI }: Outline): Path2D {
  const path = new Path2D();
  const steps = Math.ceil((STEPS * (to - from)) / (2 * Math.PI));
  for (let step = 0; step <= steps; step += 1) {
    const angle = from + ((to - from) * step) / steps;
    const far = (MIDDLE - inset + (wave?.(angle) ?? 0)) * reach(shape, angle);
    path.lineTo(MIDDLE + far * Math.cos(angle), MIDDLE + far * Math.sin(angle));
  }
  if (to - from >= 2 * Math.PI) path.closePath();
  return path;
}
