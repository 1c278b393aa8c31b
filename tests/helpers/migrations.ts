import { findMigrations } from '@tally/infra/db';
import type { TestDatabase } from './database.ts';

/** Creates empty tables as the migration with this number did. This is far cheaper than a database of that time. */
export async function remakeTables(database: TestDatabase, number: string, tables: readonly string[]): Promise<void> {
  // A semicolon in a comment does not end a statement.
  const text = (await textOf(number)).replaceAll(/--.*$/gm, '');
  const statements = tables.map((table) => {
    const made = [...text.matchAll(/create (?:table|(?:unique )?index \w+ on) (\w+)[^;]*;/g)];
    const own = made.filter(([, name]) => name === table).map(([statement]) => statement);
    if (own.length === 0) throw new Error(`${number} makes no table ${table}.`);
    return `drop table if exists ${table};\n${own.join('\n')}`;
  });
  await database.session((session) => session.script(statements.join('\n')));
}

/** Runs the statements of a migration again. */
export async function repeatMigration(database: TestDatabase, number: string): Promise<void> {
  const text = await textOf(number);
  await database.session((session) => session.script(text));
}

async function textOf(number: string): Promise<string> {
  const found = (await findMigrations()).find((each) => each.number === number);
  if (!found) throw new Error(`There is no migration ${number}.`);
  return found.text;
}
