import {
  type Access,
  contract,
  defaultLocale,
  type ErrorCode,
  errorStatus,
  languages,
  listContract,
} from '@tally/contract';
import { code, table } from './table.ts';

const who: Readonly<Record<Access['who'], string>> = {
  anyone: 'anyone',
  user: 'logged-in users',
  self: 'the named user',
  manager: 'managers of the server',
  team: 'members of the team',
  'team-leader': 'the leader of the team',
  helper: 'the named user and their team',
  staff: 'staff',
  dev: 'developers',
};

/** Lists the calls of some parts of the API, or all calls if none are named. */
export function drawCalls(homes: readonly string[]): string {
  const unknown = homes.find((home) => !Object.hasOwn(contract, home));
  if (unknown !== undefined) throw new Error(`docs/public: the API has no home called ${unknown}`);
  return table(
    ['Call', 'What it does', 'Access'],
    listContract()
      .filter(({ home }) => homes.length === 0 || homes.includes(home))
      .map(({ endpoint }) => [code(`${endpoint.method} ${endpoint.path}`), endpoint.summary, who[endpoint.access.who]]),
  );
}

/** Lists every error of the API with its code, status and message. */
export function drawRefusals(): string {
  const sentences: Readonly<Record<string, string>> = (
    languages.find(({ value }) => value === defaultLocale) ?? languages[0]
  ).texts.errors;
  return table(
    ['Code', 'Status', 'Message'],
    Object.entries(errorStatus).map(([name, status]) => [
      code(name),
      String(status),
      // Shows the message's pattern, with its placeholders in braces.
      code(sentences[name satisfies string as ErrorCode] ?? ''),
    ]),
  );
}
