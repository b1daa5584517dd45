/** docs/adr/README.md lists every record with what the record itself says. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type AdrRecord, indexFaults, readAdr, rowOf } from './adr-index.ts';

const FOLDER = join(import.meta.dirname, '../../docs/adr');

async function readAll() {
  const files = (await readdir(FOLDER)).filter((file) => file !== 'README.md').toSorted();
  return Promise.all(files.map(async (file) => readAdr(file, await readFile(join(FOLDER, file), 'utf8'))));
}

describe('docs/adr', () => {
  it('has a number, a title, a status and a date in every record', async () => {
    expect((await readAll()).flatMap((read) => (read.ok ? [] : read.fault))).toEqual([]);
  });

  it('has an index that lists every record as it is', async () => {
    const adrs = (await readAll()).flatMap((read) => (read.ok ? read.adr : []));
    expect(adrs.length).toBeGreaterThan(50);
    expect(indexFaults(await readFile(join(FOLDER, 'README.md'), 'utf8'), adrs)).toEqual([]);
  });
});

const BODY = '# 57. Cut a queue\n\nStatus: accepted, 2026-11-26\n\n## Context\n';

describe('the reader of a record', () => {
  it.each([
    ['one line', 'Status: accepted, 2026-11-26', 'accepted', null],
    ['a list', '- Status: accepted in part: one half\n- Date: 2026-11-26', 'accepted in part', null],
    ['a successor', 'Status: accepted, 2026-11-26; superseded by ADR 58', 'accepted', 58],
    ['a successor of a part', 'Status: accepted, 2026-11-26; superseded in part by ADR 58', 'accepted', 58],
  ])('reads %s', (_, head, status, supersededBy) => {
    const read = readAdr('0057-cut.md', `# 57. Cut a queue\n\n${head}\n\n## Context\n`);
    expect(read).toEqual({
      ok: true,
      adr: {
        file: '0057-cut.md',
        number: 57,
        title: 'Cut a queue',
        status,
        date: '2026-11-26',
        supersededBy,
      },
    });
  });

  it.each([
    ['another number', '0058-cut.md', BODY],
    ['a name that is none', 'cut.md', BODY],
    ['no status', '0057-cut.md', '# 57. Cut a queue\n\n## Context\n'],
    [
      'a status below the first section',
      '0057-cut.md',
      '# 57. Cut\n\n## Context\nStatus: accepted, 2026-11-26\n',
    ],
    ['an unknown status', '0057-cut.md', '# 57. Cut\n\nStatus: nice, 2026-11-26\n'],
    ['no date', '0057-cut.md', '# 57. Cut\n\nStatus: accepted\n'],
  ])('refuses %s', (_, file, text) => {
    expect(readAdr(file, text)).toMatchObject({ ok: false });
  });
});

describe('the check of an index', () => {
  const one: AdrRecord = {
    file: '0001-a.md',
    number: 1,
    title: 'A',
    status: 'accepted',
    date: '2026-11-01',
    supersededBy: 2,
  };
  const two: AdrRecord = { ...one, file: '0002-b.md', number: 2, title: 'B', supersededBy: null };
  const files = [one.file, two.file];

  it('names the row that is to be added, changed or removed', () => {
    const row = rowOf(one, files);
    expect(row).toBe('| [1](0001-a.md) | A | accepted | 2026-11-01 | [2](0002-b.md) |');
    expect(indexFaults(row, [one, two])).toEqual([`docs/adr/README.md lacks the row ${rowOf(two, files)}`]);
    expect(indexFaults(`${row}\n${rowOf(two, files)}`, [one, two])).toEqual([]);
    const changed = row.replace('accepted', 'rejected');
    expect(indexFaults(`${changed}\n${rowOf(two, files)}`, [one, two])).toEqual([
      `docs/adr/README.md lacks the row ${row}`,
      `docs/adr/README.md has a row of no record: ${changed}`,
    ]);
  });

  it('refuses rows out of order, and a number that two records have', () => {
    expect(indexFaults(`${rowOf(two, files)}\n${rowOf(one, files)}`, [one, two])).toHaveLength(1);
    const twin = { ...two, number: 1 };
    const index = `${rowOf(one, files)}\n${rowOf(twin, files)}`;
    expect(indexFaults(index, [one, twin])).toEqual([
      'docs/adr/0002-b.md: its number is used by another record',
    ]);
  });
});
