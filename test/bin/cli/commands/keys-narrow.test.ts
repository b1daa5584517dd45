import { generateKeyPairSync } from 'node:crypto';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addKeyCommands } from '../../../../bin/cli/add-key-commands.ts';
import { EXIT } from '../../../../bin/cli/exit-code.ts';
import { failureOf } from '../../../../bin/cli/failure.ts';
import { allowanceOf } from '../../../../engine/keys/narrow.ts';
import {
  attenuateToken,
  issueToken,
  MAX_BLOCKS,
  readToken,
  sealToken,
} from '../../../../engine/keys/token-chain.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { token } = issueToken(
  {
    actor: 'ac_one',
    standing: null,
    iat: '2026-11-21T09:00:00.000Z',
    exp: '2126-11-21T09:00:00.000Z',
    caps: ['svc.evidence', 'wiki.search'],
  },
  privateKey,
);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

/** What the command wrote, or why it did not run. */
async function narrow(args: readonly string[], from: string | null = token) {
  vi.stubEnv('ADDUCE_TOKEN', from ?? undefined);
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const program = new Command('adduce').exitOverride();
  addKeyCommands(program, () => undefined);
  const thrown = await program
    .parseAsync(['keys', 'narrow', ...args], { from: 'user' })
    .then(() => null)
    .catch((fault: unknown) => fault);
  return { text: written.join('').trim(), failure: thrown === null ? null : failureOf(thrown) };
}

describe('adduce keys narrow', () => {
  it('prints a token of the same service that allows what was named', async () => {
    const { text } = await narrow([
      ...['--cap', 'wiki.search', '--corpus', 'lakes', '--corpus', 'towers'],
      ...['--prefix', 'wx://lakes/claim/', '--budget', '0', '--audience', 'here', '--ttl', 'PT1H'],
    ]);
    const chain = readToken(text, publicKey);
    expect(chain && allowanceOf(chain)).toMatchObject({
      capabilities: new Set(['wiki.search']),
      corpora: new Set(['lakes', 'towers']),
      prefixes: ['wx://lakes/claim/'],
      budget: 0,
      audiences: new Set(['here']),
    });
    expect(Date.parse(chain?.later[0]?.exp ?? '') - Date.now()).toBeLessThanOrEqual(3_600_000);
  });

  it('leaves alone what is not named', async () => {
    const { text } = await narrow(['--json', '--budget', '7']);
    const chain = readToken(JSON.parse(text).token, publicKey);
    expect(chain && allowanceOf(chain)).toMatchObject({
      capabilities: new Set(['svc.evidence', 'wiki.search']),
      corpora: null,
      budget: 7,
      expiresAt: '2126-11-21T09:00:00.000Z',
    });
  });

  it.each<[args: string[], said: string]>([
    [[], 'name what is left'],
    [['--cap', 'nonsense'], '"nonsense": it accepts wiki.handshake,'],
    [['--corpus', 'Lakes'], '"Lakes": that is no name of a corpus'],
    [['--prefix', 'lakes/'], '"lakes/": it begins with wx://'],
    [['--prefix', `wx://${'a'.repeat(508)}`], 'no room'],
    [['--budget', '-1'], '"-1": it accepts a whole number'],
    [['--budget', ''], '"": it accepts a whole number'],
    [['--budget', '1e3'], '"1e3": it accepts a whole number'],
    [['--audience', ''], '--audience is empty'],
    [['--ttl', 'P3651D'], '"P3651D": it accepts a duration'],
    [['--ttl', 'PT0S'], '"PT0S": it accepts a duration'],
    [['--ttl', 'soon'], '"soon": it accepts a duration'],
  ])('refuses %j in one line, and prints no token', async (args, said) => {
    const { text, failure } = await narrow(args);
    expect(failure).toMatchObject({ exit: EXIT.usage });
    expect(failure?.message).toContain(said);
    expect(failure?.message).not.toContain('\n');
    expect(text).toBe('');
  });

  it.each<[string, string | null, string]>([
    ['none', null, 'ADDUCE_TOKEN is not set'],
    ['no token', 'rcx1.AAAA', 'no token'],
    ['a sealed one', sealToken(token), 'is sealed'],
    ['one with all its blocks', fullToken(), 'no room'],
  ])('refuses to narrow %s', async (_, from, said) => {
    const { failure } = await narrow(['--budget', '1'], from);
    expect(failure).toMatchObject({ exit: EXIT.usage });
    expect(failure?.message).toContain(said);
  });
});

function fullToken(): string {
  let full = token;
  for (let block = 1; block < MAX_BLOCKS; block += 1) full = attenuateToken(full, { budget: 1 }) ?? '';
  return full;
}
