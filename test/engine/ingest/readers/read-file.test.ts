import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReadable } from '../../../../engine/ingest/readers/file-kind.ts';
import { MAX_FILE_BYTES } from '../../../../engine/ingest/readers/read-document.ts';
import { readFile } from '../../../../engine/ingest/readers/read-file.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const reasons = (name: string, bytes: Uint8Array) =>
  [...readFile(name, bytes)].map((result) => (result.ok ? 'read' : result.reason));

describe('readFile', () => {
  it.each(['a.md', 'a.MARKDOWN', 'dir.d/a.html', 'a.htm', 'a.txt', 'a.text'])('reads %s', (name) => {
    expect(reasons(name, encode('Hello.'))).toEqual(['read']);
    expect(isReadable(name)).toBe(true);
  });

  it.each(['a.jsonl', 'a.ndjson'])('reads %s line by line', (name) => {
    expect(reasons(name, encode('{"text":"a"}\n{'))).toEqual(['read', 'invalid_json']);
  });

  it.each(['a.pdf', 'a', 'md', 'a.md.gz', 'a.md/'])('refuses %s as unsupported', (name) => {
    expect(reasons(name, encode('Hello.'))).toEqual(['unsupported']);
    expect(isReadable(name)).toBe(false);
  });

  it('refuses an empty file and one byte more than the largest', () => {
    expect(reasons('a.txt', new Uint8Array(0))).toEqual(['empty']);
    expect(reasons('a.txt', new Uint8Array(MAX_FILE_BYTES).fill(0x61))).toEqual(['read']);
    expect(reasons('a.txt', new Uint8Array(MAX_FILE_BYTES + 1).fill(0x61))).toEqual(['too_large']);
  });

  it('unwraps the lines of a text file and takes a line that stands alone as its title', () => {
    const wrapped = 'This line was wrapped by an editor at some column of\nits own.';
    const [result] = readFile('a.txt', encode(`The title\r\n\r\n${wrapped}\n \n\none\ntwo`));
    expect(result).toMatchObject({
      document: {
        title: 'The title',
        text: 'The title\n\nThis line was wrapped by an editor at some column of its own.\n\none\ntwo',
      },
    });
  });

  it('never throws, and gives sections that lie in order within the text', () => {
    const name = fc.constantFrom('a.md', 'a.html', 'a.txt', 'a.jsonl');
    const piece = fc.constantFrom(
      '# ',
      '- ',
      '|a|b|\n|-|-|\n',
      '<div>',
      '</p>',
      '> ',
      '\n',
      '*',
      '---\n',
      'x',
      '&#0;',
    );
    const content = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((parts) => encode(parts.join(''))),
      fc.uint8Array(),
    );
    fc.assert(
      fc.property(name, content, (file, bytes) => {
        for (const result of readFile(file, bytes)) {
          if (!result.ok) continue;
          const { text, sections } = result.document;
          expect(sections.length).toBeGreaterThan(0);
          sections.reduce((end, section) => {
            expect(section.start).toBeGreaterThanOrEqual(end);
            expect(section.end).toBeGreaterThanOrEqual(section.start);
            return section.end;
          }, 0);
          expect(sections.at(-1)?.end).toBeLessThanOrEqual(text.length);
          expect(text.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
