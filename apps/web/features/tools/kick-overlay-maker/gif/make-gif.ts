import type { Composition } from '../paint/compose.ts';

/** The worker's input. The decoration is a picture, because workers cannot use our fonts. */
export interface GifOrder extends Omit<Composition, 'picture' | 'decoration'> {
  readonly file: Blob;
  readonly kind: string;
  readonly size: number;
  readonly decoration: ImageBitmap;
}
export type GifNews =
  | { readonly done: number }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly failed: string };

/** Makes a GIF in a worker. Aborting throws an `AbortError` and terminates the worker. */
export function makeGif(
  order: GifOrder,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<Blob> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  signal.addEventListener('abort', () => reject(signal.reason));
  worker.addEventListener('error', ({ message }) => reject(new Error(message)));
  worker.addEventListener('message', ({ data }: MessageEvent<GifNews>) => {
    if ('done' in data) onProgress(data.done);
    else if ('bytes' in data) resolve(new Blob([data.bytes], { type: 'image/gif' }));
    else reject(new Error(data.failed));
  });
  worker.postMessage(order, [order.decoration]);
  return promise.finally(() => worker.terminate());
}
