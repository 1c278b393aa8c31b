import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes a part to a file that only this user may read. */
export const unpack = (bytes: AsyncIterable<Uint8Array>, to: string): Promise<void> =>
  pipeline(Readable.from(bytes), createWriteStream(to, { mode: 0o600 }));
