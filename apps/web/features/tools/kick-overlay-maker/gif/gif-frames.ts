import { decompressFrame, parseGIF } from 'gifuct-js';
import type { Frame } from './frames.ts';

const imagesOf = (data: ArrayBuffer) => {
  const gif = parseGIF(data);
  return { gif, images: gif.frames.filter((frame) => 'image' in frame) };
};

export const countGifFrames = (data: ArrayBuffer): number => imagesOf(data).images.length;

/** Decodes the frames of a GIF for browsers that cannot. Each frame is drawn over the previous one. */
export async function* gifFrames(data: ArrayBuffer): AsyncGenerator<Frame> {
  const { gif, images } = imagesOf(data);
  const { width, height } = gif.lsd;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  for (const image of images) {
    const { patch, dims, delay, disposalType } = decompressFrame(image, gif.gct, true);
    const before = disposalType === 3 ? context.getImageData(0, 0, width, height) : null;
    const piece = new OffscreenCanvas(dims.width, dims.height);
    piece.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(patch), dims.width, dims.height), 0, 0);
    context.drawImage(piece, dims.left, dims.top);
    yield { source: canvas, width, height, delayMs: delay };
    if (disposalType === 2) context.clearRect(dims.left, dims.top, dims.width, dims.height);
    if (before) context.putImageData(before, 0, 0);
  }
}
