import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { addKeyCommands } from '../../../bin/cli/add-key-commands.ts';
import { EXIT } from '../../../bin/cli/exit-code.ts';
import { failureOf } from '../../../bin/cli/failure.ts';

const CAP = ['--cap', 'svc.evidence'];
const ENGINE = ['--engine', '--org', 'harbour'];
const DATA = join(tmpdir(), `adduce-keys-untouched-${process.pid}`);

afterEach(() => vi.unstubAllEnvs());

/** Why the command line did not run. */
async function failureAt(args: readonly string[]) {
  vi.stubEnv('ADDUCE_DATA', DATA);
  const program = new Command('adduce').exitOverride();
  addKeyCommands(program, (code) => {
    throw new Error(`it ran and ended with ${code}`);
  });
  const thrown = await program.parseAsync([...args], { from: 'user' }).catch((fault: unknown) => fault);
  return failureOf(thrown);
}

describe('adduce keys mint', () => {
  it.each<[args: string[], said: string]>([
    [[], '--cap CAPABILITY'],
    [['--cap', 'nonsense'], '"nonsense": there are wiki.handshake, wiki.search,'],
    [[...CAP, '--cap', 'SVC.evidence'], '"SVC.evidence": there are '],
    [['--cap', ''], '"": there are '],
    [[...CAP, '--ttl', 'forever'], '"forever" is not an ISO 8601 duration'],
    [[...CAP, '--ttl', ''], '"" is not an ISO 8601 duration'],
    [[...CAP, '--ttl', 'PT0S'], '"PT0S" is not an ISO 8601 duration'],
    [[...CAP, '--ttl', 'P3651D'], '"P3651D" is not an ISO 8601 duration of at most P3650D'],
    [[...CAP, '--ttl', '-P1D'], '"-P1D" is not an ISO 8601 duration'],
    [[...CAP, '--actor', '.hidden'], '".hidden" is not 1 to 128 letters'],
    [[...CAP, '--actor', 'two words'], '"two words" is not 1 to 128 letters'],
    [[...CAP, '--actor', 'a'.repeat(129)], 'is not 1 to 128 letters'],
    [[...CAP, '--actor', ''], '"" is not 1 to 128 letters'],
    [[...CAP, '--standing', '1001'], '"1001": it accepts a whole number from 0 to 1000'],
    [[...CAP, '--standing', '0.5'], '"0.5": it accepts a whole number from 0 to 1000'],
    [[...CAP, '--org', 'harbour'], 'add --engine'],
    [['--engine'], '--engine needs --org NAME'],
    [['--engine', '--org', ''], '--org has 1 to 128 characters'],
    [['--engine', '--org', 'a'.repeat(129)], '--org has 1 to 128 characters'],
    [[...ENGINE, ...CAP], 'which has no --cap'],
    [[...ENGINE, '--standing', '0'], 'which has no --standing'],
    [[...ENGINE, '--ttl', 'P30D'], 'which has no --ttl'],
    [[...ENGINE, '--actor', 'ac_a'], 'which has no --actor'],
  ])('refuses %j in one line, and makes nothing', async (args, said) => {
    const { exit, message } = await failureAt(['keys', 'mint', ...args]);
    expect(message).toContain(said);
    expect(message).not.toContain('\n');
    expect(exit).toBe(EXIT.usage);
    expect(existsSync(DATA)).toBe(false);
  });
});
