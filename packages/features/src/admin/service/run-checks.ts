import type { InstallationCheck, Locale } from '@tally/contract';
import { type Ctx, say, seconds, type Timers } from '@tally/kernel';
import { checkBackup } from './backups.ts';
import { checkAddresses, checkDashboard } from './check-addresses.ts';
import { checkDatabase, checkKeys } from './check-database.ts';
import { checkDiscord } from './check-discord.ts';
import { checkFiles } from './check-files.ts';
import { checkMachine } from './check-machine.ts';
import { checkStripe, checkVotes } from './check-money.ts';
import { checkKick, checkTwitch, checkYoutube } from './check-platforms.ts';
import { describeFinding, type Finding, found } from './finding.ts';

/** The checks need only part of a `Ctx`, so the command can run them beside the server or before it starts. */
export type CheckDoors = Pick<Ctx, 'config' | 'http' | 'clock' | 'features' | 'secrets' | 'files' | 'log'> & {
  readonly timers: Timers;
  /** Null if the database does not exist yet or cannot be opened; the caller reports that. */
  readonly db: Ctx['db'] | null;
};

/** Returns null if there is nothing to check, because the part is not set up. */
type Check = (doors: CheckDoors) => Promise<readonly Finding[] | null>;

/** The command, the staff's page and the start all run these checks. */
const checks = {
  discord: checkDiscord,
  addresses: checkAddresses,
  dashboard: checkDashboard,
  machine: (doors) => checkMachine(doors),
  database: checkDatabase,
  keys: checkKeys,
  kick: checkKick,
  twitch: checkTwitch,
  youtube: checkYoutube,
  stripe: checkStripe,
  votes: checkVotes,
  files: checkFiles,
  backup: checkBackup,
} as const satisfies Record<string, Check>;

export type CheckName = keyof typeof checks;
export const checkNames = Object.keys(checks) as readonly CheckName[];

export interface Checked {
  readonly check: CheckName;
  readonly findings: readonly Finding[];
}

export const describeChecked = (locale: Locale, { check, findings }: Checked): InstallationCheck => ({
  check,
  title: say(locale, `doctor.${check}Title`),
  faults: findings.map((finding) => describeFinding(locale, finding)),
});

/** The checks run in parallel, and each may take this long. */
const WITHIN_MS = seconds(8);

export async function runChecks(
  doors: CheckDoors,
  names: readonly CheckName[] = checkNames,
): Promise<readonly Checked[]> {
  const all = await Promise.all(names.map((name) => runOne(doors, name)));
  return all.flatMap((each) => each ?? []);
}

async function runOne(doors: CheckDoors, check: CheckName): Promise<Checked | null> {
  const late = [found('late', { check })];
  const run: Check = checks[check];
  try {
    const findings = await doors.timers.within(WITHIN_MS, run(doors));
    return findings === null ? null : { check, findings: findings ?? late };
  } catch (error) {
    // A bug in one check must not hide the findings of the others.
    doors.log.error({ err: error, check }, 'A check of the installation threw an error.');
    return { check, findings: late };
  }
}
