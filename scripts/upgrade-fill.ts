/** `npm run upgrade:fill -- v0.5.0`: fills a database with a release, for the test that upgrades it. Needs Postgres. */
import { resolve } from 'node:path';
import { runInRelease, withPostgres } from './upgrades/checkout.ts';

const tag = process.argv[2] ?? '';
const env = { UPGRADE_FILE: resolve(`tests/upgrades/${tag}.sql.gz`) };
await withPostgres((postgres) => runInRelease(postgres, { tag, file: 'tests/upgrades/fill.ts', env }));
