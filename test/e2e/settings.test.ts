/** The fixed names of the environment: a wrong value is named, with what would be right, and nothing is touched. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runAdduce } from './adduce-process.ts';
import { SLOW } from './slow.ts';

const WRONG = [
  ['ADDUCE_HOST', 'not a host'],
  ['ADDUCE_PORT', '65536'],
  ['ADDUCE_PORT', 'http'],
  ['ADDUCE_GRAPH', 'mysql://127.0.0.1'],
  ['ADDUCE_GRAPH', 'Embedded'],
  ['RCX_ENFORCE', 'yes'],
  ['SVC_STUBS_LIFECYCLE', 'maybe'],
  ['ADDUCE_CORPUS', 'Big Corpus'],
  ['ADDUCE_RATE', '0'],
  ['ADDUCE_ENGINE_AUTH', 'none'],
] as const;

describe('a wrong setting', SLOW, () => {
  const data = join(tmpdir(), `adduce-e2e-untouched-${process.pid}`);

  afterAll(() => rm(data, { recursive: true, force: true }));

  test.for(WRONG)('is named with what it accepts: %s=%s', async ([name, value]) => {
    const { code, stdout, stderr } = await runAdduce(['serve'], { ADDUCE_DATA: data, [name]: value });
    expect(code).toBe(2);
    expect(stdout).not.toContain('listening');
    expect(stderr).toContain(`${name} is ${JSON.stringify(value)}: it accepts `);
    expect(existsSync(data)).toBe(false);
  });

  test('is a host outside loopback without an https address in front', async () => {
    const { code, stderr } = await runAdduce(['serve'], { ADDUCE_DATA: data, ADDUCE_HOST: '0.0.0.0' });
    expect(code).toBe(2);
    expect(stderr).toContain('set ADDUCE_PUBLIC_URL too');
    expect(existsSync(data)).toBe(false);
  });

  test('is a bolt URL without a password, and a server that is not there', async () => {
    const graph = { ADDUCE_DATA: data, ADDUCE_GRAPH: 'bolt://127.0.0.1:1' };
    const without = await runAdduce(['serve'], graph);
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('ADDUCE_GRAPH_PASSWORD') });
    const away = await runAdduce(['serve'], { ...graph, ADDUCE_GRAPH_PASSWORD: 'secret' });
    expect(away).toMatchObject({ code: 6, stdout: expect.not.stringContaining('listening') });
    expect(away.stderr).not.toContain('secret');
  });

  test('is a log in PostgreSQL that is not there, or a schema that is none, in one line without the password', async () => {
    const away = await runAdduce(['serve'], {
      ADDUCE_DATA: data,
      ADDUCE_LOG: 'postgres://ann:secret@127.0.0.1:1/adduce',
    });
    expect(away).toMatchObject({ code: 6, stdout: expect.not.stringContaining('listening') });
    expect(away.stderr.trim()).toMatch(/^adduce: PostgreSQL cannot be reached: .*ECONNREFUSED.*$/);
    const schema = await runAdduce(['serve'], {
      ADDUCE_DATA: data,
      ADDUCE_LOG: 'postgres://ann:secret@127.0.0.1:1/adduce?schema=A',
    });
    expect(schema.code).toBe(2);
    expect(schema.stderr.trim()).toBe(
      'adduce: ADDUCE_LOG: not a schema name of lower-case letters, digits and _: A',
    );
    for (const { stderr } of [away, schema]) expect(stderr).not.toContain('secret');
  });
});
