import { toast } from '../../shell/toast.ts';

interface Words {
  readonly copied: string;
  readonly failed: string;
  readonly failedText: string;
}

/**
 * Puts a text on the clipboard that may still have to be fetched, without showing it. Safari allows that only where the
 * clipboard is given the promise within the press itself: https://webkit.org/blog/10855/async-clipboard-api/
 * A fetch that fails is told where it is made.
 */
export async function copyText(fetchText: () => Promise<string>, words: Words): Promise<boolean> {
  const text = fetchText();
  const isFetched = text.then(
    () => true,
    () => false,
  );
  try {
    await write(text);
    void toast('success', { title: words.copied, id: 'copied' });
    return true;
  } catch {
    // Either nothing was there to copy, which is said already, or the browser refused.
    if (await isFetched) void toast('warning', { title: words.failed, text: words.failedText, id: 'copied' });
    return false;
  }
}

async function write(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') {
    await navigator.clipboard.writeText(await text);
    return;
  }
  const blob = text.then((copied) => new Blob([copied], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
