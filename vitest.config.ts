import { defineConfig } from 'vitest/config';

// One project per kind of test, so that `npm run test:unit` stays a daily loop.
const common = { testTimeout: 20_000, hookTimeout: 60_000, watch: false } as const;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['packages/**/src/**/*.test.ts', 'apps/*/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/.next/**', '**/*.db.test.ts'],
        },
      },
      { test: { ...common, name: 'architecture', include: ['tests/architecture/**/*.test.ts'] } },
      {
        // Everything that needs a database: run once per engine, chosen by TEST_DB (embedded | postgres).
        test: {
          ...common,
          name: 'database',
          include: ['packages/**/src/**/*.db.test.ts', 'apps/*/src/**/*.db.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'scenarios',
          include: ['tests/scenarios/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          name: 'chaos',
          include: ['tests/chaos/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
