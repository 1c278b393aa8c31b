import type { Drawable } from '../paint/compose.ts';

/** One frame of an animated picture, valid until the next one. */
export interface Frame extends Drawable {
  readonly delayMs: number;
}

export async function* framesOf(file: Blob, kind: string): AsyncGenerator<Frame> {
  const data = await file.arrayBuffer();
  if (typeof ImageDecoder === 'undefined') {
    const { gifFrames } = await import('./gif-frames.ts');
    yield* gifFrames(data);
    return;
  }
  const decoder = new ImageDecoder({ data, type: kind });
  try {
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
      const { image } = await decoder.decode({ frameIndex });
      yield {
        source: image,
        width: image.displayWidth,
        height: image.displayHeight,
        delayMs: (image.duration ?? 0) / 1000,
      };
      image.close();
    }
  } finally {
    decoder.close();
  }
}
