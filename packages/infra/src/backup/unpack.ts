import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a part into a file of its own, which only this user may read. */
export const unpack = (bytes: AsyncIterable<Uint8Array>, to: string): Promise<void> =>
  pipeline(Readable.from(bytes), createWriteStream(to, { mode: 0o600 }));
