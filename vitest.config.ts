import { defineConfig } from 'vitest/config';

// One project per kind of test, so that `npm run test:unit` stays a daily loop.
const common = {
  // A test that hangs ends some time. How long one may take that does not is nobody's guess: that depends on what else
  // the machine does.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  watch: false,
  // What is waited for mostly comes at once. The runner's one second would be such a guess, too.
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
          // These files keep no state in modules, so they share what they import: reading the schemas of the contract
          // anew for each file took as long as the tests themselves.
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
        // They share what they have read of the sources.
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
          // Like the unit tests, they share what they import; each file has a database of its own all the same.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'scenarios',
          include: ['tests/scenarios/**/*.test.ts'],
          // What they read of the program is most of what a file costs; whatever the house remembers hangs on its database.
          isolate: false,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          // Beside the other steps these files get what is left of the machine.
          testTimeout: 900_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          // As with the scenarios: the simulated world is read once, not once a file.
          isolate: false,
          expect: { poll: { timeout: 45_000 } },
          testTimeout: 300_000,
          hookTimeout: 180_000,
          // Pages mostly wait, but each is a whole browser tab.
          maxConcurrency: 3,
        },
      },
    ],
  },
});
