import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints, after everything else, how many tests did not run and why: a skipped engine must not look like a pass. */
export default class SkipReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = new Map<string, number>();
    for (const module of modules) {
      for (const test of module.children.allTests('skipped')) {
        const reason = skipReason(test);
        counts.set(reason, (counts.get(reason) ?? 0) + 1);
      }
    }
    for (const [reason, count] of counts) console.log(`skipped ${count}: ${reason}`);
  }
}

function skipReason(test: TestCase): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  const { neo4j, postgres, redis, nats, chromium, models, verapdf, runtimes } =
    test.project.getProvidedContext();
  if (test.project.name === 'neo4j' && !neo4j.available) return `neo4j: ${neo4j.reason}`;
  if (test.project.name === 'postgres' && !postgres.available) return `postgres: ${postgres.reason}`;
  if (test.project.name === 'redis' && !redis.available) return `redis: ${redis.reason}`;
  if (test.project.name === 'nats' && !nats.available) return `nats: ${nats.reason}`;
  if (test.project.name === 'chromium' && !chromium.available) return `chromium: ${chromium.reason}`;
  if (test.project.name === 'models' && !models.available) return `models: ${models.reason}`;
  if (test.project.name === 'verapdf' && !verapdf.available) return `verapdf: ${verapdf.reason}`;
  if (test.project.name === 'runtimes' && !runtimes.available) return `runtimes: ${runtimes.reason}`;
  return 'no reason given';
}
