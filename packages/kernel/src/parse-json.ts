/** Parses JSON from text or UTF-8 bytes. Returns undefined if it is not JSON. */
export function parseJson(json: string | Uint8Array, revive?: Parameters<typeof JSON.parse>[1]): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : Buffer.from(json).toString('utf8'), revive);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
