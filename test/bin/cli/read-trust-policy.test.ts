import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTrustPolicy } from '../../../bin/cli/read-trust-policy.ts';
import file from '../../../engine/select/trust-policy.json' with { type: 'json' };
import { DEFAULT_TRUST_POLICY } from '../../../engine/select/trust-policy.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'adduce-policy-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function written(content: string): string {
  const path = join(folder, 'policy.json');
  writeFileSync(path, content);
  return path;
}

describe('readTrustPolicy', () => {
  it('is the default where no file is named, and where the file is a copy of it', () => {
    expect(readTrustPolicy(null)).toBe(DEFAULT_TRUST_POLICY);
    expect(readTrustPolicy(written(JSON.stringify(file)))).toEqual(DEFAULT_TRUST_POLICY);
  });

  it("reads an operator's policy", () => {
    const set = { ...file.set, min_publishers: 2 };
    const policy = readTrustPolicy(written(JSON.stringify({ ...file, id: 'ours/1', set })));
    expect(policy).toMatchObject({ id: 'ours/1', set: { minPublishers: 2 } });
  });

  it.each([
    ['no JSON', '{'],
    ['a misspelt member', JSON.stringify({ ...file, id: 'ours/1', licenses: {} })],
    ['a value out of range', JSON.stringify({ ...file, id: 'ours/1', set: { ...file.set, min_score: 2 } })],
    [
      'another content under the id of the default',
      JSON.stringify({ ...file, authorities: [{ publisher: 'a', attributes: ['*'] }] }),
    ],
  ])('refuses %s and names the variable', (_, content) => {
    expect(() => readTrustPolicy(written(content))).toThrow(/^ADDUCE_TRUST_POLICY is .*policy\.json": ./);
  });

  it('refuses a file that is not there, and a folder', () => {
    expect(() => readTrustPolicy(join(folder, 'gone.json'))).toThrow('it cannot be read');
    expect(() => readTrustPolicy(folder)).toThrow('it cannot be read');
  });
});
