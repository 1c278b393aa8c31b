/** Some Windows programs write UTF-16 with a byte order mark. Other files are UTF-8. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

/** Returns the text of a file, or null if the file is larger than `mostBytes`. */
export async function readTextFile(file: Blob, mostBytes: number): Promise<string | null> {
  return file.size > mostBytes ? null : decodeText(new Uint8Array(await file.arrayBuffer()));
}
