import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, type ZlibOptions } from 'node:zlib';

export class TooLargeError extends Error {
  constructor(maxBytes: number) {
    super(`the answer is larger than our limit of ${maxBytes} bytes`);
  }
}

/** Reads a stream up to a limit. If the stream is longer, the connection is closed. */
export async function readUpTo(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      stream.destroy();
      throw new TooLargeError(maxBytes);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

type Unpack = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;
const unpackers: Readonly<Record<string, Unpack>> = {
  gzip: promisify<Buffer, ZlibOptions, Buffer>(gunzip),
  deflate: promisify<Buffer, ZlibOptions, Buffer>(inflate),
  br: promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress),
};

export const acceptedEncodings = 'gzip, deflate, br';

/** The limit also applies to the unpacked size, because a small response may expand to gigabytes. */
export async function unpack(bytes: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  if (!encoding || encoding === 'identity' || bytes.length === 0) return bytes;
  const unpacker = unpackers[encoding.toLowerCase()];
  if (!unpacker) throw new Error(`the answer has the encoding ${encoding}, which we did not request`);
  try {
    return await unpacker(bytes, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError) throw new TooLargeError(maxBytes);
    throw error;
  }
}
