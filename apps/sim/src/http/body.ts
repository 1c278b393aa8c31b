import type { IncomingMessage } from 'node:http';

/** Discord accepts requests up to 25 MiB. Larger ones are not read to the end. */
const LARGEST = 25 * 1024 * 1024 + 65_536;

export class BodyTooLarge extends Error {}

export async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > LARGEST) {
        req.pause();
        reject(new BodyTooLarge('Request entity too large'));
        return;
      }
      chunks.push(chunk);
    });
    req.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    req.on('error', reject);
  });
}
