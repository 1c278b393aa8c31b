/**
 * `npm run upgrade:nightly`: opens the database of every release with this checkout, and then goes one step back: the
 * last release opens the database that this checkout has changed. Needs Postgres, and the tag of that release.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInRelease, runScenario, withPostgres } from './upgrades/checkout.ts';

const file = 'tests/scenarios/upgrades.test.ts';
const longest = { migrateMs: 60_000, backMs: 60_000 };
const work = mkdtempSync(join(tmpdir(), 'tally-upgrades-'));

interface Figures {
  readonly servers: number;
  readonly rows: number;
  readonly migrateMs: number;
  readonly backMs: number;
}

function report(name: string, folder: string): void {
  const figures: Figures = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  console.log(name, figures, 'load', loadavg()[0]?.toFixed(1));
  for (const key of ['migrateMs', 'backMs'] as const) {
    if (figures[key] <= longest[key]) continue;
    console.error(`${name}: ${key} is more than ${longest[key]}.`);
    process.exitCode = 1;
  }
}

try {
  await withPostgres((postgres) => {
    const [before, after] = [join(work, 'before'), join(work, 'after')];
    runScenario(postgres, { file, folder: process.cwd(), env: { UPGRADES_TO: before } });
    const releases = readdirSync('tests/upgrades').filter((name) => name.endsWith('.sql.gz'));
    for (const name of releases) report(name, before);
    const last = releases.toSorted(new Intl.Collator('en', { numeric: true }).compare).at(-1) ?? '';
    const env = { UPGRADES_FROM: join(before, last), UPGRADES_TO: after };
    runInRelease(postgres, { tag: last.replace('.sql.gz', ''), file, env });
    report(last, after);
  });
} finally {
  rmSync(work, { recursive: true });
}
