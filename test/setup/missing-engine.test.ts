import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..', '..');
const WITHOUT_JAVA = {
  PATH: '/nowhere',
  JAVA_HOME: '/nowhere',
  NEO4J_TEST_URL: '',
  CI: '',
  NO_COLOR: '1',
  JAVAS: '/nowhere',
};
const RUN = { timeout: 30_000 };

describe('a test run without Neo4j', () => {
  it('passes, and says at its end how many tests it skipped and why', RUN, async () => {
    const { code, output } = await runNeo4jSuite({ ADDUCE_REQUIRE: '' });
    expect(code).toBe(0);
    expect(output).toMatch(/\nskipped 2: neo4j: .+\n$/);
  });

  it('fails where ADDUCE_REQUIRE names it', RUN, async () => {
    const { code, output } = await runNeo4jSuite({ ADDUCE_REQUIRE: 'chromium, neo4j' });
    expect(code).toBe(1);
    expect(output).toContain('ADDUCE_REQUIRE names neo4j, but ');
  });

  it('is not failed by a requirement of another engine', RUN, async () => {
    const { code } = await runNeo4jSuite({ ADDUCE_REQUIRE: 'chromium' });
    expect(code).toBe(0);
  });
});

function runNeo4jSuite(env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const options = { cwd: root, env: { ...process.env, ...WITHOUT_JAVA, ...env } };
  return new Promise((settle) => {
    const child = execFile(
      process.execPath,
      [vitest, 'run', '--project', 'neo4j', 'test/setup'],
      options,
      (_, out, err) => settle({ code: child.exitCode ?? -1, output: `${err}${out}` }),
    );
  });
}
