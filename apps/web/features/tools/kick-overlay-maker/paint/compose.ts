import { CANVAS, type Design } from '../design/design.ts';
import { type Context, outline, type Shape } from './outline.ts';
import { cutOf, paintRing } from './ring.ts';
import { paintBadge, paintText } from './words.ts';

/** The position of the picture. Shifts are fractions of the canvas, and zoom 1 fills it. */
export interface PicturePosition {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
  /** The rotation in degrees. */
  readonly rotation: number;
}
export const unmoved: PicturePosition = { x: 0, y: 0, zoom: 1, rotation: 0 };

/** A drawable source with its size. */
export interface Drawable {
  readonly source: CanvasImageSource;
  readonly width: number;
  readonly height: number;
}

/** The crop of the picture, which a worker receives together with the decoration. */
export interface Cut {
  readonly shape: Shape;
  readonly inset: number;
  readonly background: string;
}
export const cutFor = (design: Design): Cut => ({
  shape: design.shape,
  inset: cutOf(design),
  background: design.background,
});

/** Draws the ring, text, badge and custom overlay without the picture. */
export function paintDecoration(
  context: Context,
  { design, family, overlay }: { design: Design; family: string; overlay: Drawable | null },
): void {
  paintRing(context, design);
  if (overlay) context.drawImage(overlay.source, 0, 0, CANVAS, CANVAS);
  paintText(context, design, family);
  paintBadge(context, design, family);
}

/** Draws the finished picture on a canvas of `size`. */
export function compose(
  context: Context,
  { size, picture, place, cut, decoration }: Composition & { readonly size: number },
): void {
  context.setTransform(size / CANVAS, 0, 0, size / CANVAS, 0, 0);
  context.clearRect(0, 0, CANVAS, CANVAS);
  context.save();
  context.clip(outline(cut.shape, { inset: cut.inset }));
  context.fillStyle = cut.background;
  context.fillRect(0, 0, CANVAS, CANVAS);
  const scale = (CANVAS / Math.min(picture.width, picture.height)) * place.zoom;
  context.translate(CANVAS * (0.5 + place.x), CANVAS * (0.5 + place.y));
  context.rotate((place.rotation * Math.PI) / 180);
  context.scale(scale, scale);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture.source, -picture.width / 2, -picture.height / 2, picture.width, picture.height);
  context.restore();
  context.drawImage(decoration, 0, 0, CANVAS, CANVAS);
}

export interface Composition {
  readonly picture: Drawable;
  readonly place: PicturePosition;
  readonly cut: Cut;
  readonly decoration: CanvasImageSource;
}
