import { createHash } from 'node:crypto';
import type { QueryConfig } from 'pg';

/** A statement gets a prepared plan after it was sent this many times. */
const WORTH_IT = 3;
/** Each prepared plan uses server memory per connection, and statements with lists of values have endless variants. */
const MOST_KEPT = 300;
const LONGEST = 6_000;
const MOST_COUNTED = 5_000;

/**
 * Names frequent statements, so Postgres parses and plans them once per connection. Parsing and planning take more than
 * half the time of a short statement. https://node-postgres.com/features/queries#prepared-statements
 */
export function createPlanner(): (statement: unknown, params: unknown) => unknown {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  return (statement, params) => {
    if (!isNameless(statement)) return statement;
    const { text } = statement;
    const values = params ?? statement.values;
    if (text.length > LONGEST || !Array.isArray(values) || values.length === 0) return statement;
    const name = names.get(text) ?? nameIfWorthIt(text);
    return name === undefined ? statement : { ...statement, name };
  };

  function nameIfWorthIt(text: string): string | undefined {
    if (names.size >= MOST_KEPT) return undefined;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < WORTH_IT) {
      if (counts.size >= MOST_COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = createHash('sha1').update(text).digest('base64url');
    names.set(text, name);
    return name;
  }
}

const isNameless = (statement: unknown): statement is QueryConfig =>
  typeof statement === 'object' &&
  statement !== null &&
  'text' in statement &&
  typeof statement.text === 'string' &&
  !('submit' in statement) &&
  !('name' in statement && statement.name);
