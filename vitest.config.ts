import { defineConfig } from 'vitest/config';

const engines = ['neo4j', 'chromium', 'models', 'verapdf'] as const;

/** Node gives `graphql` to packages as CommonJS; the bundler would give it to our files as a second, foreign copy. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

/** A project per engine, so that a run starts (or misses) only the engines that its own files need. */
export default defineConfig({
  test: {
    reporters: ['default', './test/setup/skip-reporter.ts', ...(process.env.CI ? ['json'] : [])],
    outputFile: { json: '.cache/tests.json' },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: engines.map((engine) => `test/**/*.${engine}.test.ts`),
          // For a machine that many share: how long something takes is what benchmarks say.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      ...engines.map((engine) => ({
        resolve,
        test: {
          name: engine,
          include: [`test/**/*.${engine}.test.ts`],
          globalSetup: `./test/setup/${engine}.ts`,
          // One server and one machine: files take turns.
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
        },
      })),
    ],
  },
});
