/** `.ci/run` over programs that stand in for npm and the engines: what it begins, counts and names. */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

const TIMEOUT_MS = 300_000;
const INSTALLED = ['mvn', 'chromium', 'postgres', 'redis-server', 'nats-server', 'python3', 'go'];
const STEPS = ['schemathesis/run.sh', 'interop/graphql/run.sh', 'interop/log/run.sh', 'interop/run.sh'];
/** One test of each of eleven parts, five steps, and the bounds of growth. */
const ALL = 17;

/** A part of tests notes when it begins and ends, and has one test, which passes; `faults` is shell that runs between. */
const npm = (faults: string) => `
  if [[ $1 == run ]]; then name=$2; else name=$(basename -- "\${!#}" .json); fi
  [[ $1 == test || $2 == check ]] || exit 0
  echo "begin $name" >>order
  ${faults}
  echo "end $name" >>order
  [[ $1 == run ]] || echo '{"numPassedTests":1,"numFailedTests":0,"testResults":[]}' >".cache/parts/$name.json"
  exit \${status:-0}
`;

async function runWith(faults = '') {
  const root = await mkdtemp(join(tmpdir(), 'adduce-ci-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const program = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), `#!/usr/bin/env bash\n${text}`);
    await chmod(join(root, path), 0o755);
  };
  for (const name of INSTALLED) await program(`bin/${name}`, 'exit 0');
  await program('bin/java', `echo 'openjdk version "21.0.1"' >&2`);
  await program('bin/npm', npm(faults));
  for (const path of STEPS) await program(`test/${path}`, 'exit 0');
  await cp(join(import.meta.dirname, '../../.ci/run'), join(root, '.ci/run'), { recursive: true });
  const PATH = [join(root, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(':');
  const { status, stdout } = await new Promise<{ status: unknown; stdout: string }>((resolve) => {
    execFile(join(root, '.ci/run'), { env: { PATH } }, (error, text) => {
      resolve({ status: error === null ? 0 : error.code, stdout: text });
    });
  });
  const lines = stdout.trim().split('\n');
  const order = (await readFile(join(root, 'order'), 'utf8')).trim().split('\n');
  return { status, order, last: lines.at(-1), failed: lines.filter((line) => line.startsWith('failed: ')) };
}

describe.skipIf(process.platform !== 'linux')('.ci/run', { timeout: TIMEOUT_MS }, () => {
  test('goes on behind a part whose shell is killed, and names it', async () => {
    const { status, order, last, failed } = await runWith(
      'if [[ $name == unit-5 ]]; then kill -9 $PPID; exit; fi',
    );
    expect([status, last, failed]).toEqual([1, `${ALL - 1} passed, 1 failed`, ['failed: unit-5']]);
    expect(order).toContain('end neo4j-current');
    expect(order).toContain('end check');
  });

  test('counts and names a part that fails while its tests pass, beside others that fail', async () => {
    const { status, last, failed } = await runWith(
      'if [[ $name == unit-5 || $name == check ]]; then status=1; fi',
    );
    expect([status, last]).toEqual([1, `${ALL - 1} passed, 2 failed`]);
    expect(failed.toSorted()).toEqual(['failed: check', 'failed: unit-5']);
  });

  test('begins the tests on the newer Neo4j when those on the older one are done', async () => {
    const wait =
      'if [[ $name == neo4j ]]; then until grep -q "end others" order; do sleep 0.1; done; sleep 2; fi';
    const { status, order, last, failed } = await runWith(wait);
    expect([status, last, failed]).toEqual([0, `${ALL} passed, 0 failed`, []]);
    expect(order.indexOf('begin neo4j-current')).toBeGreaterThan(order.indexOf('end neo4j'));
    expect(order.indexOf('end neo4j')).toBeGreaterThan(order.indexOf('end others'));
  });

  test('begins the tests on the newer Neo4j also when those on the older one are killed', async () => {
    const { order, last } = await runWith('if [[ $name == neo4j ]]; then kill -9 $PPID; exit; fi');
    expect(last).toBe(`${ALL - 1} passed, 1 failed`);
    expect(order).toContain('end neo4j-current');
  });
});
