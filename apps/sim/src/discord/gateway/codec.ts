import { constants, createDeflate, createZstdCompress, type Deflate, deflateSync, type ZstdCompress } from 'node:zlib';

/** One compressor for the whole connection. Each message is flushed, and none ends the stream. */
export interface Codec {
  encode(text: string, done: (chunk: Buffer) => void): void;
  /** Calls back once all input so far has been output. */
  drain(done: () => void): void;
  close(): void;
}

/** Returns undefined if unknown: https://docs.discord.com/developers/events/gateway#transport-compression */
export function codecFor(name: string): Codec | undefined {
  if (name === 'zlib-stream') return streamCodec(createDeflate(), constants.Z_SYNC_FLUSH);
  if (name === 'zstd-stream') return streamCodec(createZstdCompress(), constants.ZSTD_e_flush);
  return undefined;
}

function streamCodec(stream: Deflate | ZstdCompress, flush: number): Codec {
  let chunks: Buffer[] = [];
  let isClosed = false;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  return {
    encode(text, done) {
      if (isClosed) return;
      stream.write(text);
      // The stream keeps the order, so after this flush the buffer contains exactly this message.
      stream.flush(flush, () => {
        const message = Buffer.concat(chunks);
        chunks = [];
        if (!isClosed) done(message);
      });
    },
    drain(done) {
      if (isClosed) done();
      else stream.flush(flush, done);
    },
    close() {
      isClosed = true;
      stream.destroy();
    },
  };
}

export const deflateOnce = (text: string): Buffer => deflateSync(text);
