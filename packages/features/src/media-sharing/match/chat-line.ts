/** What stands behind the prefix, and the rest; null: the line is no command. */
export function commandIn(
  text: string,
  prefix: string,
): { readonly command: string; readonly argument: string } | null {
  // Some programs put a sign at the end that nobody sees, so that Twitch does not drop the same line twice.
  const line = text.replace(/[\p{Cf}\u{e0000}]/gu, '').trim();
  if (!line.toLowerCase().startsWith(prefix.toLowerCase())) return null;
  const [, command = '', argument = ''] = /^(\S+)\s*([^]*)$/.exec(line.slice(prefix.length)) ?? [];
  return command === '' ? null : { command, argument };
}
