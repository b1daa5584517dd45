import { describe, expect, it } from 'vitest';
import { withOwnId } from '../../../../engine/ingest/readers/own-id.ts';
import { readFile } from '../../../../engine/ingest/readers/read-file.ts';

function own(name: string, text: string) {
  const [read] = readFile(name, Buffer.from(text));
  if (!read?.ok) throw new Error('not read');
  const { docId, url } = withOwnId(read.document, 'reader-ada/');
  return { docId, url };
}

const stating = (id: string) => own('reader-ada/a.md', `---\nid: ${id}\n---\nPan has 1 ridge.\n`).docId;

describe('the id of a document with an owner', () => {
  it('is that of its file where it states none', () => {
    const docId = 'reader-ada/a.txt';
    expect(own(docId, 'Pan has 1 ridge.')).toEqual({ docId, url: docId });
  });

  it.each([
    ['charter', 'reader-ada/charter'],
    ['7', 'reader-ada/7'],
    ['reader-bob/a.md', 'reader-ada/reader-bob/a.md'],
    ['reader-ada', 'reader-ada/reader-ada'],
    ['reader-adam/x', 'reader-ada/reader-adam/x'],
    ['Reader-ada/x', 'reader-ada/Reader-ada/x'],
    ['/reader-ada/x', 'reader-ada//reader-ada/x'],
    ['reader-ada/x', 'reader-ada/x'],
    ['reader-ada/../reader-bob/x', 'reader-ada/../reader-bob/x'],
  ])('that states %s is %s', (stated, docId) => expect(stating(stated)).toBe(docId));

  it('that states none of its own is its address too, but where that is a link', () => {
    expect(own('a.jsonl', '{"id": "x", "text": "Pan has 1 ridge."}').url).toBe('reader-ada/x');
    const url = 'https://a.example/x';
    const lines = [{ id: 'x', url }, { id: url }, { id: url, url }];
    for (const stated of lines) {
      expect(own('a.jsonl', JSON.stringify({ ...stated, text: 'Pan has 1 ridge.' })).url).toBe(url);
    }
  });
});
