import { CANVAS } from './design/design.ts';
import type { Drawable } from './paint/compose.ts';
import type { Picture } from './picture.ts';

let standIn: Drawable | undefined;

/** Draws a faceless figure, which is shown until the person chooses a picture. */
function paintStandIn(): Drawable {
  const canvas = new OffscreenCanvas(CANVAS, CANVAS);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#3a3431';
    context.fillRect(0, 0, CANVAS, CANVAS);
    context.fillStyle = '#6b625d';
    context.beginPath();
    context.arc(250, 205, 82, 0, 2 * Math.PI);
    context.fill();
    context.beginPath();
    context.ellipse(250, 470, 165, 150, 0, 0, 2 * Math.PI);
    context.fill();
  }
  return { source: canvas, width: CANVAS, height: CANVAS };
}

/** Returns a small copy of the picture for frequent drawing, created once. */
export function smallOf(picture: Picture | null): Drawable {
  if (picture) return picture.small;
  standIn ??= paintStandIn();
  return standIn;
}

export const fullOf = (picture: Picture): Drawable => ({
  source: picture.image,
  width: picture.image.naturalWidth,
  height: picture.image.naturalHeight,
});
