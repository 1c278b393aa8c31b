import { defineConfig } from 'vitest/config';

// One project per kind of test, so that `npm run test:unit` stays a daily loop.
const common = {
  // A test that hangs must end at some point. The time of a good test depends on the other load of the machine, so
  // there is no tighter limit.
  testTimeout: 300_000,
  hookTimeout: 120_000,
  watch: false,
  // Most conditions hold at once. The runner's one second would be too tight as well.
  expect: { poll: { timeout: 30_000 } },
} as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['packages/**/src/**/*.test.ts', 'apps/{server,sim}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts'],
          // These files keep no state in modules, so they share their imports. Reading the schemas of the contract
          // again for each file took as long as the tests themselves.
          pool: 'threads',
          isolate: false,
        },
      },
      {
        // The web app's modules read the environment once, so each of its files needs a world of its own.
        test: {
          ...common,
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/.next/**'],
          pool: 'threads',
        },
      },
      {
        // These tests share the parsed sources.
        test: { ...common, name: 'architecture', include: ['tests/architecture/**/*.test.ts'], isolate: false },
      },
      {
        // Everything that needs a database: run once per engine, chosen by TEST_DB (embedded | postgres).
        test: {
          ...common,
          name: 'database',
          include: [
            'packages/**/src/**/*.db.test.ts',
            'apps/*/src/**/*.db.test.ts',
            'tests/simulation/**/*.db.test.ts',
          ],
          // Like unit tests, these files share imports, but each has its own database.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'scenarios',
          include: ['tests/scenarios/**/*.test.ts'],
          // Most of the cost of a file is the import of the program. All state of the house is tied to its database.
          isolate: false,
        },
      },
      {
        // This test starts processes of its own, in which it can replace the stores.
        test: { ...common, name: 'simulation', include: ['tests/simulation/lives.test.ts'] },
      },
      {
        test: {
          ...common,
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          // These files get the rest of the machine beside the other steps.
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          // Like the scenarios, these files share imports, so the simulated world is read only once.
          isolate: false,
          expect: { poll: { timeout: 45_000 } },
          hookTimeout: 180_000,
          // Pages mostly wait, but each is a whole browser tab.
          maxConcurrency: 3,
        },
      },
    ],
  },
});
