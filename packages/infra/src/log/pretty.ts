import { inspect } from 'node:util';

const colours: Readonly<Record<string, string>> = {
  debug: '\u001b[90m',
  info: '\u001b[32m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const reset = '\u001b[0m';

/** Formats a JSON log line for a terminal. */
export function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 23);
  const rest =
    Object.keys(fields).length > 0 ? ` ${inspect(fields, { breakLength: Number.POSITIVE_INFINITY, depth: 4 })}` : '';
  const trace = err ? `\n${inspect(err, { depth: 6 })}` : '';
  return `${clock} ${colours[String(level)] ?? ''}${String(level).padEnd(5)}${reset} ${String(msg)}${rest}${trace}\n`;
}
