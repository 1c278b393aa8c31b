import { Conversion, HLS_FORMATS, Input, MP4, type Output, UrlSource } from 'mediabunny';
import type { guardFetch } from './guard-fetch.ts';

const CACHE_BYTES = 8 * 1024 * 1024;

/** The packets of a playlist, or of an mp4, in another wrapping. Nothing is read but by way of the guards, which know why it failed. */
export async function repack(
  url: string,
  fetchFn: ReturnType<typeof guardFetch>['fetch'],
  output: Output,
): Promise<void> {
  const source = new UrlSource(url, {
    fetchFn,
    maxCacheSize: CACHE_BYTES,
    // By itself it would try for ever: the guards have made their tries when it hears of trouble.
    getRetryDelay: () => null,
    // It comes again where it is read.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [...HLS_FORMATS, MP4] });
  try {
    const conversion = await Conversion.init({ input, output, tracks: 'primary', showWarnings: false });
    if (!conversion.isValid) throw new Error('nothing in it fits into an mp4');
    await conversion.execute();
  } finally {
    input.dispose();
  }
}
