import { inspect } from 'node:util';
import type { Config, Log } from '@tally/kernel';
import pino, { type Logger } from 'pino';
import { cleanFields, makeScrub, secretsOf } from './redact.ts';

export interface LogOptions {
  readonly level: Config['LOG_LEVEL'];
  /** Values that must never appear in the log (see `secretsOf(config)`). */
  readonly secrets?: readonly string[];
  /** True writes readable lines. False writes one JSON object per line. */
  readonly isPretty?: boolean;
  readonly write?: (line: string) => void;
}

export function createLog(options: LogOptions): Log {
  const { level, secrets = [], isPretty = false, write = (line) => void process.stdout.write(line) } = options;
  const scrub = makeScrub(secrets);
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // `cleanFields` describes errors with their causes.
      serializers: { err: (value: unknown) => value },
    },
    // The last safeguard removes secrets from the finished line.
    { write: (line: string) => write(isPretty ? prettyLine(scrub(line)) : scrub(line)) },
  );
  return wrap(logger);
}

/** Returns the log of a process: JSON in production, readable in development. */
export const logFor = (config: Config): Log =>
  createLog({
    level: config.LOG_LEVEL,
    secrets: secretsOf(config),
    isPretty: config.NODE_ENV === 'development',
  });

function wrap(logger: Logger): Log {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    if (logger.isLevelEnabled(level)) logger[level](cleanFields(fields), message);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => wrap(logger.child(Object.fromEntries(Object.entries(cleanFields(fields) ?? {})))),
  };
}

const colours: Readonly<Record<string, string>> = {
  debug: '\u001b[90m',
  info: '\u001b[32m',
  warn: '\u001b[33m',
  error: '\u001b[31m',
};
const reset = '\u001b[0m';

/** Formats a JSON log line for a terminal. */
function prettyLine(line: string): string {
  const { time, level, msg, err, ...fields }: Record<string, unknown> = JSON.parse(line);
  const clock = String(time).slice(11, 23);
  const rest =
    Object.keys(fields).length > 0 ? ` ${inspect(fields, { breakLength: Number.POSITIVE_INFINITY, depth: 4 })}` : '';
  const trace = err ? `\n${inspect(err, { depth: 6 })}` : '';
  return `${clock} ${colours[String(level)] ?? ''}${String(level).padEnd(5)}${reset} ${String(msg)}${rest}${trace}\n`;
}
