import { keyOf } from '../../files/key-of.ts';

/** A unique name, because pasted pictures are always called `image.png`. */
export function keyForPost({ identifier }: { readonly identifier: string }, file: File): string {
  const [ending] = keyOf(file).match(/[^.]+$/) ?? ['png'];
  const unique = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'));
  const post = /^[a-z0-9_-]{1,60}/.exec(identifier)?.[0].replace(/[-_]$/, '') || 'post';
  return `blog/${post}-${unique.join('')}.${ending}`;
}

const FILES_PATH = '/files/content/';

/** A picture with its size, so the page does not jump while it loads, and with room for its description. */
export async function markdownFor(key: string, file: File): Promise<string> {
  if (key.endsWith('.pdf')) return `[${file.name.replaceAll(/[[\]\\]/g, ' ')}](${FILES_PATH}${key})`;
  const { width, height } = await createImageBitmap(file);
  return `![](${FILES_PATH}${key}#${width}x${height})`;
}
