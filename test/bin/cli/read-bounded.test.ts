import { mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../../bin/cli/exit-code.ts';
import { MAX_RECEIPT_BYTES, readBounded, readReceiptBytesOf } from '../../../bin/cli/read-bounded.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'adduce-bounded-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('a file that is read up to a bound', () => {
  it('is whole at the bound, and refused with one byte more', async () => {
    await writeFile(at('ten'), '0123456789');
    expect(Buffer.from(await readBounded(at('ten'), 10)).toString()).toBe('0123456789');
    await expect(readBounded(at('ten'), 9)).rejects.toMatchObject({
      exit: EXIT.usage,
      message: `${at('ten')} has more than 9 bytes, which is more than is read here`,
    });
  });

  it('is whole where it is longer than what is read at once', async () => {
    const bytes = Buffer.alloc(2_500_000, 'abc');
    await writeFile(at('long'), bytes);
    expect(Buffer.compare(await readReceiptBytesOf(at('long')), bytes)).toBe(0);
  });

  it('may be empty, and a link to one', async () => {
    await writeFile(at('empty'), '');
    await symlink(at('empty'), at('link'));
    expect(await readBounded(at('link'), 0)).toHaveLength(0);
  });

  it('is not read where it is a receipt and has one byte more than receipts may', async () => {
    await writeFile(at('sparse'), '');
    await truncate(at('sparse'), MAX_RECEIPT_BYTES + 1);
    await expect(readReceiptBytesOf(at('sparse'))).rejects.toThrow('more than 67108864 bytes');
  });

  it.skipIf(process.platform === 'win32')('may have no end', async () => {
    await expect(readBounded('/dev/zero', 3_000_000)).rejects.toThrow(
      '/dev/zero has more than 3000000 bytes',
    );
  });

  it.each([
    ['none', 'there is no such file'],
    ['ten/none', 'there is no such file'],
    ['.', 'it is a folder: name a file in it'],
  ])('says what to do where it is %s', async (name, said) => {
    await writeFile(at('ten'), '0123456789');
    await expect(readBounded(at(name), 10)).rejects.toMatchObject({
      exit: EXIT.usage,
      message: `${at(name)} cannot be read: ${said}`,
    });
  });
});
