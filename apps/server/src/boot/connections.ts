import { countConnections, type Database } from '@tally/infra/db';
import { QUEUE_CONNECTIONS } from '@tally/infra/queue';
import { type Config, ConfigError } from '@tally/kernel';

const forRole = { api: 6, worker: 6, bot: 10, all: 10 } as const satisfies Record<Config['ROLE'], number>;

/** Returns how many connections to Postgres a process of this role opens. */
export const connectionsOf = (config: Config, role = config.ROLE): number =>
  config.DATABASE_CONNECTIONS ?? forRole[role];

/** Subtracts the listening connection and those of the queue. */
export const poolSizeOf = (config: Config): number => connectionsOf(config) - QUEUE_CONNECTIONS - 1;

/** Refuses a start that would leave this process or another one without connections under load. */
export async function refuseTooFewConnections(config: Config, { engine, db }: Database): Promise<void> {
  if (engine === 'embedded') return;
  const { allowed, used } = await countConnections(db);
  const needed = connectionsOf(config);
  if (allowed - used >= needed) return;
  throw new ConfigError(
    `DATABASE_URL: Postgres allows ${allowed} connections and ${used} are in use, but this process needs ${needed}. ${remedy}`,
  );
}

const remedy = 'Raise max_connections, or set DATABASE_CONNECTIONS to a lower number (at least 4).';

/** How many processes of each role an operator wants to run. */
export type Planned = readonly { readonly role: 'api' | 'bot' | 'worker'; readonly count: number }[];

export const readPlanned = (args: readonly string[]): Planned =>
  args.map((arg) => {
    const [, role, count] = /^(api|bot|worker)=(\d{1,3})$/.exec(arg) ?? [];
    if (!role) throw new ConfigError(`${arg}: not a number of processes. An example: api=2 bot=2 worker=3`);
    return { role: role as Planned[number]['role'], count: Number(count) };
  });

/** Returns what Postgres lacks for the planned processes, or null. */
export async function explainTooFewFor(
  planned: Planned,
  config: Config,
  { db }: Pick<Database, 'db'>,
): Promise<string | null> {
  const needed = planned.reduce((sum, { role, count }) => sum + count * connectionsOf(config, role), 0);
  const { allowed } = await countConnections(db);
  if (needed <= allowed) return null;
  const list = planned.map(({ role, count }) => `${role}=${count}`).join(' ');
  return `DATABASE_URL: Postgres allows ${allowed} connections, but ${list} need ${needed}. ${remedy}`;
}

/** Returns the text for a connection that Postgres refused, because then no connections can be counted. */
export const explainNoneLeft = (where: string, config: Config): string =>
  `DATABASE_URL: Postgres at ${where} has no free connection, and this process needs ${connectionsOf(config)}. ${remedy}`;
