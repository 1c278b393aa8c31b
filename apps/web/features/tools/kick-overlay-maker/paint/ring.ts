import { CANVAS, type Design } from '../design/design.ts';
import { type Context, fillBetween, outline } from './outline.ts';

const MIDDLE = CANVAS / 2;
const EDGE = 3;
const TEETH = 28;
const PETALS = 20;
const CELL = 20;

/** Returns the space outside the ring for glows and spikes. */
export function outsideOf({ ring, ringWidth }: Design): number {
  if (ring === 'neon') return 26;
  if (ring === 'rays') return EDGE + ringWidth * 0.55;
  if (ring === 'scallops') return EDGE + ringWidth * 0.3;
  if (ring === 'glitch') return 12;
  return EDGE;
}

/** Returns where the picture is cut off below the ring, as a distance from the edge of the canvas. */
export function cutOf(design: Design): number {
  if (design.ring === 'none') return 0;
  const outside = outsideOf(design);
  if (design.ring === 'corners') return outside;
  return outside + Math.min(design.ringWidth / 2, 8);
}

function slope(context: Context, { from, to, angle }: Design): CanvasGradient {
  const [x, y] = [Math.cos((angle * Math.PI) / 180) * MIDDLE, Math.sin((angle * Math.PI) / 180) * MIDDLE];
  const gradient = context.createLinearGradient(MIDDLE - x, MIDDLE - y, MIDDLE + x, MIDDLE + y);
  gradient.addColorStop(0, from);
  gradient.addColorStop(1, to);
  return gradient;
}

const rainbow = ['#ff4d4d', '#ffa63d', '#ffe14d', '#4dde6a', '#3db8ff', '#8a63ff', '#ff5ac8', '#ff4d4d'];

function spectrum(context: Context, { angle }: Design): CanvasGradient {
  const gradient = context.createConicGradient((angle * Math.PI) / 180, MIDDLE, MIDDLE);
  rainbow.forEach((colour, at) => gradient.addColorStop(at / (rainbow.length - 1), colour));
  return gradient;
}

/** A triangle wave between 0 and 1. */
const zigzag = (angle: number, times: number) =>
  Math.abs((((((angle / (2 * Math.PI)) * times) % 1) + 1) % 1) - 0.5) * 2;
const humps = (angle: number, times: number) => Math.abs(Math.sin((angle * times) / 2));

export function paintRing(context: Context, design: Design): void {
  const { ring, ringWidth: width, shape, gap } = design;
  const outside = outsideOf(design);
  const stroke = (style: string | CanvasGradient, inset: number, lineWidth: number) => {
    context.strokeStyle = style;
    context.lineWidth = lineWidth;
    context.stroke(outline(shape, { inset: inset + lineWidth / 2 }));
  };
  if (ring === 'none') return;
  context.save();
  context.lineJoin = 'round';
  if (gap > 0 && ring !== 'corners') stroke(design.background, outside + width - 1, gap + 1);
  switch (ring) {
    case 'solid':
      stroke(design.from, outside, width);
      break;
    case 'gradient':
      stroke(slope(context, design), outside, width);
      break;
    case 'spectrum':
      stroke(spectrum(context, design), outside, width);
      break;
    case 'double':
      stroke(design.background, outside, width);
      stroke(design.from, outside, width * 0.5);
      stroke(design.to, outside + width * 0.72, width * 0.28);
      break;
    case 'neon':
      paintNeon(context, design, outside);
      break;
    case 'dashes':
      stroke(design.background, outside, width);
      context.setLineDash([width * 2.2, width * 1.1]);
      stroke(slope(context, design), outside + width * 0.1, width * 0.8);
      break;
    case 'pixels':
      paintPixels(context, design, outside);
      break;
    case 'rays':
    case 'scallops':
      paintWaves(context, design, outside);
      break;
    case 'corners':
      paintCorners(context, design, outside);
      break;
    case 'glitch':
      paintGlitch(context, design, outside);
      break;
  }
  context.restore();
}

function paintNeon(context: Context, design: Design, outside: number): void {
  const path = outline(design.shape, { inset: outside + design.ringWidth / 2 });
  context.strokeStyle = slope(context, design);
  context.lineWidth = design.ringWidth;
  // Canvas transforms do not scale shadows.
  const scale = context.getTransform().a;
  for (const [blur, colour] of [
    [42, design.to],
    [22, design.from],
    [10, design.from],
  ] as const) {
    context.shadowBlur = blur * scale;
    context.shadowColor = colour;
    context.stroke(path);
  }
  context.shadowBlur = 0;
  context.strokeStyle = 'rgb(255 255 255 / 85%)';
  context.lineWidth = design.ringWidth * 0.3;
  context.stroke(path);
}

function paintPixels(context: Context, design: Design, outside: number): void {
  const outer = outline(design.shape, { inset: outside });
  const inner = outline(design.shape, { inset: outside + design.ringWidth });
  // The points below are in canvas pixels.
  const scale = context.getTransform().a;
  const isIn = (path: Path2D, x: number, y: number) => context.isPointInPath(path, x * scale, y * scale);
  for (let x = 0; x < CANVAS; x += CELL)
    for (let y = 0; y < CANVAS; y += CELL) {
      const [middleX, middleY] = [x + CELL / 2, y + CELL / 2];
      if (!isIn(outer, middleX, middleY) || isIn(inner, middleX, middleY)) continue;
      // The pattern is deterministic, so the picture is the same on every draw.
      const isDark = (x * 7 + y * 13) % (CELL * 5) < CELL * 2;
      context.fillStyle = isDark ? design.to : design.from;
      context.fillRect(x, y, CELL, CELL);
    }
}

function paintWaves(context: Context, design: Design, outside: number): void {
  const { ring, ringWidth: width, shape } = design;
  const wave =
    ring === 'rays'
      ? (angle: number) => zigzag(angle, TEETH) * width * 0.55
      : (angle: number) => humps(angle, PETALS) * width * 0.3;
  context.fillStyle = slope(context, design);
  fillBetween(context, outline(shape, { inset: outside, wave }), outline(shape, { inset: outside + width * 0.5 }));
}

function paintCorners(context: Context, design: Design, outside: number): void {
  context.lineCap = 'round';
  for (let corner = 0; corner < 4; corner += 1) {
    const middle = Math.PI / 4 + (corner * Math.PI) / 2;
    const path = outline(design.shape, {
      inset: outside + 14 + design.ringWidth / 2,
      from: middle - Math.PI / 8,
      to: middle + Math.PI / 8,
    });
    // A dark edge keeps the ring visible on a picture of the same color.
    context.strokeStyle = 'rgb(0 0 0 / 35%)';
    context.lineWidth = design.ringWidth + 5;
    context.stroke(path);
    context.strokeStyle = design.from;
    context.lineWidth = design.ringWidth;
    context.stroke(path);
  }
}

function paintGlitch(context: Context, design: Design, outside: number): void {
  const path = outline(design.shape, { inset: outside + design.ringWidth / 2 });
  context.lineWidth = design.ringWidth;
  for (const [shift, colour] of [
    [-8, design.from],
    [8, design.to],
  ] as const) {
    context.save();
    context.translate(shift, 0);
    context.strokeStyle = colour;
    context.stroke(path);
    context.restore();
  }
  context.strokeStyle = '#ffffff';
  context.stroke(path);
  // Draws strips that look torn and displaced.
  for (const [y, height, shift, colour] of [
    [96, 12, 14, design.from],
    [232, 20, -16, design.to],
    [352, 10, 18, design.from],
  ] as const) {
    context.save();
    const strip = new Path2D();
    strip.rect(0, y, CANVAS, height);
    context.clip(strip);
    context.translate(shift, 0);
    context.strokeStyle = colour;
    context.stroke(path);
    context.restore();
  }
}
