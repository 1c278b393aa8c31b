/** Returns false if the copy failed: plain http has no clipboard, and a browser may refuse. */
export async function putInClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
