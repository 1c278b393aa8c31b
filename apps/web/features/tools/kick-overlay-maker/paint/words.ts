import { CANVAS, type Design } from '../design/design.ts';
import type { Context } from './outline.ts';
import { outsideOf } from './ring.ts';

const MIDDLE = CANVAS / 2;
/** If a badge were wider, it would leave the circle. */
const WIDEST = 330;
const BADGE_SIZE = 58;
const BORDER = 10;
/** The distance of a badge's lower corners from its center, as a fraction of half its width. */
const corners = { none: 0, pill: 0.72, box: 0.97, ribbon: 1.1 } as const;

/** Letters of these scripts join or move, so placing them one by one on a curve would break them. */
const joined = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Thai}]/u;

const fontOf = (family: string, size: number) => `800 ${size}px ${family}`;

export function paintText(context: Context, design: Design, family: string): void {
  const { text, textEnd, textInk, textSize, ringWidth, ring } = design;
  if (text.trim() === '') return;
  context.save();
  context.font = fontOf(family, textSize);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.lineWidth = textSize * 0.22;
  context.strokeStyle = design.background;
  context.fillStyle = textInk;
  // The text is centered in a wide ring, otherwise it is just inside the ring.
  const inRing = ring !== 'none' && ringWidth >= textSize;
  const inset = outsideOf(design) + (inRing ? ringWidth / 2 : (ring === 'none' ? 0 : ringWidth) + textSize * 0.75);
  const sign = textEnd === 'top' ? -1 : 1;
  const write = (word: string, x: number, y: number) => {
    if (!inRing) context.strokeText(word, x, y);
    context.fillText(word, x, y);
  };
  if (joined.test(text)) write(text, MIDDLE, MIDDLE + sign * (MIDDLE - inset));
  else
    for (const { letter, angle } of alongArc(context, text, MIDDLE - inset)) {
      context.save();
      context.translate(MIDDLE, MIDDLE);
      context.rotate(-sign * angle);
      write(letter, 0, sign * (MIDDLE - inset));
      context.restore();
    }
  context.restore();
}

function alongArc(context: Context, text: string, radius: number): { letter: string; angle: number }[] {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  const widths = letters.map((letter) => context.measureText(letter).width);
  const whole = widths.reduce((sum, width) => sum + width, 0);
  // Text that fills most of the circle gets tighter spacing.
  const tight = Math.min(1, (radius * Math.PI * 1.7) / whole);
  let at = -whole / 2;
  return letters.map((letter, place) => {
    const width = widths[place] ?? 0;
    const angle = ((at + width / 2) * tight) / radius;
    at += width;
    return { letter, angle };
  });
}

export function paintBadge(context: Context, design: Design, family: string): void {
  const { badge, badgeWords, badgeMark, badgeEnd, badgeFill, badgeInk, background } = design;
  if (badge === 'none') return;
  context.save();
  context.textBaseline = 'alphabetic';
  context.font = fontOf(family, BADGE_SIZE);
  const markRoom = badgeMark === 'none' ? 0 : BADGE_SIZE * (badgeWords === '' ? 0.8 : 1);
  const scale = Math.min(1, WIDEST / (context.measureText(badgeWords).width + markRoom));
  const size = BADGE_SIZE * scale;
  context.font = fontOf(family, size);
  const inside = context.measureText(badgeWords).width + markRoom * scale;
  const [width, height] = [inside + size * 1.05, size * 1.42];
  // Kick and Discord always show a circle, so the badge's corners must be inside it.
  const far = Math.sqrt(MIDDLE ** 2 - ((width / 2) * corners[badge]) ** 2) - BORDER - height / 2;
  const middleY = MIDDLE + (badgeEnd === 'bottom' ? far : -far);
  const path = badgePath(badge, width, height);
  context.translate(MIDDLE, middleY);
  // Cuts a gap into the ring, so the badge is easy to see.
  context.lineJoin = 'round';
  context.strokeStyle = background;
  context.lineWidth = BORDER * 2;
  context.stroke(path);
  context.fillStyle = badgeFill;
  context.fill(path);
  context.fillStyle = badgeInk;
  const start = -inside / 2;
  paintMark(context, badgeMark, { x: start + size * 0.38, size: size * 0.66 });
  const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = context.measureText(badgeWords);
  context.textAlign = 'left';
  context.fillText(badgeWords, start + markRoom * scale, (up - down) / 2);
  context.restore();
}

function badgePath(badge: Exclude<Design['badge'], 'none'>, width: number, height: number): Path2D {
  const path = new Path2D();
  const [x, y] = [-width / 2, -height / 2];
  if (badge === 'pill') path.roundRect(x, y, width, height, height / 2);
  if (badge === 'box') path.roundRect(x, y, width, height, height * 0.16);
  if (badge === 'ribbon') {
    const notch = height * 0.36;
    for (const [pointX, pointY] of [
      [x - notch, y],
      [-x + notch, y],
      [-x, 0],
      [-x + notch, -y],
      [x - notch, -y],
      [x, 0],
    ] as const)
      path.lineTo(pointX, pointY);
    path.closePath();
  }
  return path;
}

/** The outlines of the symbols, in a square from -1 to 1. */
const crown = [-1, -0.5, -0.45, 0.05, 0, -0.8, 0.45, 0.05, 1, -0.5, 0.78, 0.7, -0.78, 0.7];
const bolt = [0.25, -1, -0.65, 0.15, -0.05, 0.15, -0.25, 1, 0.65, -0.2, 0.05, -0.2];
const star = Array.from({ length: 10 }, (_, point) => {
  const angle = -Math.PI / 2 + (point * Math.PI) / 5;
  const far = point % 2 === 0 ? 1 : 0.45;
  return [Math.cos(angle) * far, Math.sin(angle) * far];
}).flat();

function paintMark(context: Context, mark: Design['badgeMark'], { x, size }: { x: number; size: number }): void {
  if (mark === 'none') return;
  const path = new Path2D();
  if (mark === 'dot') path.arc(x, 0, size * 0.4, 0, 2 * Math.PI);
  else {
    const points = { crown, bolt, star }[mark];
    for (let at = 0; at < points.length; at += 2)
      path.lineTo(x + ((points[at] ?? 0) * size) / 2, ((points[at + 1] ?? 0) * size) / 2);
  }
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, no array
  context.fill(path);
}
