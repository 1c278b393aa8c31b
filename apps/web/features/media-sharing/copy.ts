import { toast } from '../../shell/toast.ts';

interface Words {
  readonly copied: string;
  readonly failed: string;
  readonly failedText: string;
}

/**
 * Copies a text that may still have to be fetched, without showing it. Safari allows this only if the clipboard gets
 * the promise within the press: https://webkit.org/blog/10855/async-clipboard-api/ The fetch reports its own failure.
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
    // There was nothing to copy, which is already reported, or the browser refused.
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
