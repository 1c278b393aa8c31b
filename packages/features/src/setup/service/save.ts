import { isSecretSetting, platforms, type SetupSaved, type SetupStep, setupPairs, setupSteps } from '@tally/contract';
import { AppError, type Config, ConfigError, type Ctx, carryOut, describeToStaff } from '@tally/kernel';
import {
  type Checked,
  type CheckName,
  checkNames,
  describeChecked,
  nameOfIntent,
  runChecks,
} from '../../admin/index.ts';
import { readSetup } from './read.ts';

type Values = Readonly<Record<string, string | null>>;
type Given = Readonly<Record<string, string | null | undefined>>;

/** The `npm run doctor` checks that apply to a step's values. */
const checksOf = {
  addresses: ['addresses', 'dashboard'],
  discord: ['discord'],
  platforms: checkNames.filter((name) => (platforms as readonly string[]).includes(name)),
  backup: ['backup', 'database', 'keys', 'machine'],
} as const satisfies Record<SetupStep, readonly CheckName[]>;

/** Findings that mean that a value itself is wrong. Others, such as a missing switch, can wait. */
const isRefusal = (code: string): boolean => /^wrong|Wrong$|^notAToken$|^tokenHasPrefix$|^backupFolder$/.test(code);

/** Tests a step's values with the services themselves, and stores the values that no service refuses. */
export async function saveStep(ctx: Ctx, step: SetupStep, given: Given): Promise<SetupSaved> {
  const { houseSettings, db } = ctx;
  const changes = readChanges(ctx, step, given);
  const before = await houseSettings.read(db);
  const stored = Object.fromEntries(
    Object.entries({ ...before, ...changes }).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  requireWhole(ctx, stored);
  const checked = await test(ctx, configFrom(ctx, stored), checksOf[step]);
  const findings = checked.flatMap((each) => each.findings);
  const isSaved = !findings.some(({ code }) => isRefusal(code));
  if (isSaved) {
    await carryOut(ctx, async (inside) => {
      describeToStaff(inside, { title: step, before: shown(before, changes), after: shown(changes, changes) });
      await inside.db.transaction((tx) => houseSettings.put(tx, changes));
    });
  }
  const hasAnswer = isSaved && checked.some(({ check }) => check === 'discord');
  const isOff = (name: string) =>
    findings.some(({ code, values }) => code === 'intentOff' && values['intent'] === name);
  return {
    isSaved,
    checks: checked.map((each) => describeChecked(ctx.locale, each)),
    intents:
      hasAnswer && !findings.some(({ code }) => ['worldDown', 'late', 'turnedAway', 'worldLimits'].includes(code))
        ? Object.values(nameOfIntent).map((name) => ({ name, isOn: !isOff(name) }))
        : [],
    setup: await readSetup(ctx),
  };
}

function readChanges({ houseSettings }: Ctx, step: SetupStep, given: Given): Values {
  const known: readonly string[] = setupSteps[step];
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!known.includes(name)) throw new AppError('setupRefused', { reason: name });
      if (houseSettings.isFixed(name)) throw new AppError('setupFixed', { name });
      return [name, value?.trim() || null];
    }),
  );
}

/** The next start would fail with only half of a pair of values. */
function requireWhole({ houseSettings, config }: Ctx, stored: Readonly<Record<string, string>>): void {
  const isSet = (name: string) => Boolean(stored[name]) || houseSettings.isFixed(name);
  for (const pair of setupPairs) {
    const missing = pair.find((name) => !isSet(name));
    if (missing && pair.some(isSet)) throw new AppError('setupIncomplete', { name: missing });
  }
  if (config.discord.isReal && !isSet('DISCORD_TOKEN')) throw new AppError('setupStaysReal');
}

function configFrom({ houseSettings }: Ctx, stored: Readonly<Record<string, string>>): Config {
  try {
    return houseSettings.configWith(stored);
  } catch (error) {
    if (error instanceof ConfigError) throw new AppError('setupRefused', { reason: error.message });
    throw error;
  }
}

/** Tests with a separate configuration, because this process may call only the hosts of its own. */
async function test(ctx: Ctx, config: Config, names: readonly CheckName[]): Promise<readonly Checked[]> {
  const http = ctx.houseSettings.httpFor(config);
  try {
    const checked = await runChecks({ ...ctx, config, http }, names);
    // Ignores a missing folder, because the first nightly backup creates it.
    return checked.map((each) => ({ ...each, findings: each.findings.filter(({ code }) => code !== 'backupNone') }));
  } finally {
    await http.close();
  }
}

/** The values for the staff audit log, without secrets. */
const shown = (values: Values, of: Values): Record<string, string | null> =>
  Object.fromEntries(
    Object.keys(of).map((name) => [name, values[name] && isSecretSetting(name) ? '•••' : (values[name] ?? null)]),
  );
