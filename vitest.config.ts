import { defineConfig } from 'vitest/config';

const engines = ['neo4j', 'chromium'] as const;

/** A project per engine, so that a run starts (or misses) only the engines that its own files need. */
export default defineConfig({
  test: {
    reporters: ['default', './test/setup/skip-reporter.ts', ...(process.env.CI ? ['json'] : [])],
    outputFile: { json: '.cache/tests.json' },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: engines.map((engine) => `test/**/*.${engine}.test.ts`),
        },
      },
      ...engines.map((engine) => ({
        test: {
          name: engine,
          include: [`test/**/*.${engine}.test.ts`],
          globalSetup: `./test/setup/${engine}.ts`,
          // One server and one machine: files take turns.
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      })),
    ],
  },
});
