/** Returns the word after the prefix, and the rest of the line. Null if the line is not a command. */
export function commandIn(
  text: string,
  prefix: string,
): { readonly command: string; readonly argument: string } | null {
  // Some chat programs append an invisible character, because Twitch drops a repeated line.
  const line = text.replace(/[\p{Cf}\u{e0000}]/gu, '').trim();
  if (!line.toLowerCase().startsWith(prefix.toLowerCase())) return null;
  const [, command = '', argument = ''] = /^(\S+)\s*([^]*)$/.exec(line.slice(prefix.length)) ?? [];
  return command === '' ? null : { command, argument };
}
