import { compose } from '../paint/compose.ts';
import { startGif } from './encode.ts';
import { framesOf } from './frames.ts';
import type { GifNews, GifOrder } from './make-gif.ts';

const say = (news: GifNews, transfer: Transferable[] = []) => globalThis.postMessage(news, { transfer });

async function make({ file, kind, size, ...composition }: GifOrder): Promise<void> {
  const context = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas to draw on.');
  const gif = startGif(size);
  let done = 0;
  for await (const { delayMs, ...picture } of framesOf(file, kind)) {
    compose(context, { ...composition, size, picture });
    gif.add(context.getImageData(0, 0, size, size).data, delayMs);
    done += 1;
    say({ done });
  }
  const bytes = gif.finish();
  say({ bytes }, [bytes.buffer]);
}

globalThis.addEventListener('message', ({ data }: MessageEvent<GifOrder>) => {
  make(data).catch((error: unknown) => say({ failed: String(error) }));
});
