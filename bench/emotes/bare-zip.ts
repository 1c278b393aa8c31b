import { once } from 'node:events';
import { downloadZip } from 'client-zip';

/** The baseline: reads a zip of the same files, six at a time, without checks, names or a server. */
const [urls] = (await once(process, 'message')) as [string[]];
const fetchOne = async (url: string) =>
  await (await fetch(url, { headers: { referer: 'https://kick.com/' } })).arrayBuffer();

async function* files() {
  const running: Promise<ArrayBuffer>[] = [];
  let count = 0;
  const next = async () => ({ name: `${(count += 1)}.png`, input: (await running.shift()) ?? new ArrayBuffer() });
  for (const url of urls) {
    running.push(fetchOne(url));
    if (running.length >= 6) yield await next();
  }
  while (running.length > 0) yield await next();
}

const began = performance.now();
const { length: bytes } = await new Response(downloadZip(files()).body).bytes();
process.send?.({ ms: performance.now() - began, bytes });
process.disconnect();
