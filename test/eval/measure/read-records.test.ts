import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXIT } from '../../../bin/cli/exit-code.ts';
import { readRecords } from '../../../eval/measure/read-records.ts';
import { evalFiles, failureOfReading } from './files.ts';

const SHAPE = { schema: z.object({ id: z.string() }), accepted: '{"id"} a line' };
const RECORDS = [{ id: 'a' }, { id: 'b', more: 1 }];

async function refusalOf(content: string | Uint8Array) {
  await using files = await evalFiles();
  const file = await files.write('records.jsonl', content);
  const { exit, message } = await failureOfReading(readRecords(file, SHAPE));
  expect(exit).toBe(EXIT.usage);
  expect(message).toContain(file);
  expect(message).not.toContain('\n');
  return message.replace(file, 'FILE');
}

describe('records', () => {
  it('are read from lines, from gzip and from a list alike', async () => {
    await using files = await evalFiles();
    const plain = await readRecords(await files.write('a.jsonl', RECORDS), SHAPE);
    const zipped = await readRecords(await files.zip('b', RECORDS), SHAPE);
    const listed = await readRecords(await files.write('c.json', JSON.stringify(RECORDS, null, 2)), SHAPE);
    expect(plain.map(({ value }) => value)).toEqual([{ id: 'a' }, { id: 'b' }]);
    expect(zipped).toEqual(plain);
    expect(listed.map(({ value }) => value)).toEqual(plain.map(({ value }) => value));
    expect([plain, listed].map((all) => all.map(({ place }) => place))).toEqual([
      ['line 1', 'line 2'],
      ['item 1', 'item 2'],
    ]);
  });

  it('are one where the file is one object over several lines', async () => {
    await using files = await evalFiles();
    const whole = await readRecords(await files.write('a.json', JSON.stringify({ id: 'a' }, null, 2)), SHAPE);
    expect(whole).toEqual([{ place: 'line 1', value: { id: 'a' } }]);
  });

  it('may have blank lines, other line ends and a byte order mark between and before them', async () => {
    await using files = await evalFiles();
    const file = await files.write('a.jsonl', '\ufeff{"id":"a"}\r\n\r\n  \n{"id":"b"}\n');
    expect((await readRecords(file, SHAPE)).map(({ place }) => place)).toEqual(['line 1', 'line 4']);
  });

  it('are lines where each of them is a list', async () => {
    await using files = await evalFiles();
    const file = await files.write('a.jsonl', '["a","b"]\n["c","d"]');
    const pairs = { schema: z.tuple([z.string(), z.string()]), accepted: 'pairs' };
    expect((await readRecords(file, pairs)).map(({ value }) => value)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it.each([
    ['{"id":"a"}\n{"id":', 'FILE, line 2: it is not JSON; accepted: {"id"} a line'],
    ['{"id":"a"}\n\n{"id":7}', 'FILE, line 3: id: '],
    ['{"name":"a"}', 'FILE, line 1: id: '],
    ['[{"id":"a"},{"id":null}]', 'FILE, item 2: id: '],
    ['["a"', 'FILE, line 1: it is not JSON'],
    ['null', 'FILE, line 1: the record: '],
    ['', 'FILE has no records; accepted: {"id"} a line'],
    [' \n\n', 'FILE has no records'],
    ['[]', 'FILE has no records'],
  ])('are refused in one line where the file is %j', async (content, said) => {
    expect(await refusalOf(content)).toContain(said);
  });

  it('are refused where the bytes are no text, or no gzip after all', async () => {
    expect(await refusalOf(new Uint8Array([0x7b, 0xff, 0x7d]))).toContain('FILE is not UTF-8');
    expect(await refusalOf(new Uint8Array([0x1f, 0x8b, 8, 0, 1, 2, 3]))).toContain('FILE cannot be unpacked');
  });

  it('are refused where there is no file, or a folder', async () => {
    for (const file of ['/nowhere/at-all.jsonl', import.meta.dirname]) {
      const { exit, message } = await failureOfReading(readRecords(file, SHAPE));
      expect(message).toContain(`${file} cannot be read`);
      expect(exit).toBe(EXIT.usage);
    }
  });
});
