import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/setup/longest-first.ts';
import { memoryFolder } from './test/setup/memory-folder.ts';

// Before a process of tests begins.
process.env.TMPDIR ??= memoryFolder();
// What tests start loads hundreds of modules: compiled once, in the folder that the program uses itself.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules', '.cache', 'adduce');

const engines = ['neo4j', 'postgres', 'redis', 'nats', 'chromium', 'models', 'verapdf', 'runtimes'] as const;
const special = ['alone', ...engines] as const;

/** Node gives `graphql` to packages as CommonJS; the bundler would give it to our files as a second, foreign copy. */
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] };

/**
 * Patience is for a machine that many share: how long something takes is what benchmarks say. What is waited for is waited for no
 * longer than it takes, so that only a failure costs this time.
 */
const shared = {
  setupFiles: './test/setup/seed.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

const filesOf = (name: (typeof special)[number]) => [`test/**/*.${name}.test.ts`];

/** A project per engine, so that a run starts (or misses) only the engines that its own files need. */
export default defineConfig({
  test: {
    reporters: ['default', './test/setup/skip-reporter.ts', ...(process.env.CI ? ['json'] : [])],
    outputFile: { json: '.cache/tests.json' },
    // Vitest leaves a core free; of two, that would be half.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: special.flatMap(filesOf),
          // Files share their process, so that what they import is loaded once; what a test does to it, it undoes.
          isolate: false,
        },
      },
      { resolve, test: { ...shared, name: 'alone', include: filesOf('alone') } },
      ...engines.map((engine) => ({
        resolve,
        test: {
          ...shared,
          name: engine,
          include: filesOf(engine),
          globalSetup: `./test/setup/${engine}.ts`,
          // One server and one machine: files run one after the other.
          fileParallelism: false,
        },
      })),
    ],
  },
});
