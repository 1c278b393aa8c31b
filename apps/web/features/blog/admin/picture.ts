import { keyOf } from '../../files/key-of.ts';

/** A name of its own: what is pasted is always called `image.png`. */
export function keyForPost({ identifier }: { readonly identifier: string }, file: File): string {
  const [ending] = keyOf(file).match(/[^.]+$/) ?? ['png'];
  const unique = Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'));
  const post = /^[a-z0-9_-]{1,60}/.exec(identifier)?.[0].replace(/[-_]$/, '') || 'post';
  return `blog/${post}-${unique.join('')}.${ending}`;
}

const FILES_PATH = '/files/content/';

/** A picture with its size, so that nothing jumps while it loads, and room for the words that say what it shows. */
export async function markdownFor(key: string, file: File): Promise<string> {
  if (key.endsWith('.pdf')) return `[${file.name.replaceAll(/[[\]\\]/g, ' ')}](${FILES_PATH}${key})`;
  const { width, height } = await createImageBitmap(file);
  return `![](${FILES_PATH}${key}#${width}x${height})`;
}
