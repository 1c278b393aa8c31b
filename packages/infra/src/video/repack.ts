import { Conversion, HLS_FORMATS, Input, MP4, type Output, UrlSource } from 'mediabunny';
import type { guardFetch } from './guard-fetch.ts';

const CACHE_BYTES = 8 * 1024 * 1024;

/**
 * Copies the packets of a playlist or an mp4 into another container. All reads go through the guards, which record why
 * a read failed.
 */
export async function repack(
  url: string,
  fetchFn: ReturnType<typeof guardFetch>['fetch'],
  output: Output,
): Promise<void> {
  const source = new UrlSource(url, {
    fetchFn,
    maxCacheSize: CACHE_BYTES,
    // The library would retry forever. The guards have already retried before it receives an error.
    getRetryDelay: () => null,
    // The read throws the same error again.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [...HLS_FORMATS, MP4] });
  try {
    const conversion = await Conversion.init({ input, output, tracks: 'primary', showWarnings: false });
    if (!conversion.isValid) throw new Error('none of its tracks fit into an mp4');
    await conversion.execute();
  } finally {
    input.dispose();
  }
}
