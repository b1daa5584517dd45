import { describe, expect, it } from 'vitest';
import { readJsonLines } from '../../../../engine/ingest/readers/jsonl.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) => [
  ...readJsonLines('c.jsonl', typeof text === 'string' ? encode(text) : text),
];

describe('readJsonLines', () => {
  it('reads one document a line, with that line as its bytes', () => {
    const line =
      '{"id":"d1","url":"https://a.example/x","title":"T","text":"Body.","published":"2024-01-02"}';
    const [result, ...rest] = read(`\uFEFF${line}\r\n\n`);
    expect(rest).toEqual([]);
    expect(result).toEqual({
      ok: true,
      document: {
        docId: 'd1',
        url: 'https://a.example/x',
        title: 'T',
        text: 'Body.',
        layout: [{ kind: 'paragraph', start: 0, end: 5, level: 0, heading: -1, leadIn: -1 }],
        sections: [{ heading: 'T', start: 0, end: 5 }],
        domain: 'a.example',
        licence: 'LicenseRef-Unknown',
        published: '2024-01-02',
        observedAt: '2024-01-02T00:00:00.000Z',
        lang: 'en',
        mediaType: 'application/json',
        bytes: encode(line),
      },
    });
  });

  it('reads the text as Markdown, and as plain text where the line says so', () => {
    const text = '# Ports\n\n- **5173** is it\n- 80';
    const [markdown, stated, plain] = read(
      [{ text }, { text, media_type: 'text/markdown' }, { text, media_type: 'text/plain' }]
        .map((record) => JSON.stringify(record))
        .join('\n'),
    );
    expect(markdown).toMatchObject({ document: { text: 'Ports\n5173 is it\n80', title: 'Ports' } });
    expect(stated).toMatchObject({ document: { text: 'Ports\n5173 is it\n80' } });
    expect(plain).toMatchObject({ document: { text: '# Ports\n**5173** is it\n80' } });
  });

  it('reads a text that is too complex for Markdown, or nothing to it, as plain text', () => {
    const texts = [`${'*'.repeat(257)}a`, '<!-- a -->', '---\ntitle: [\n---'];
    const read_ = read(texts.map((text) => JSON.stringify({ text })).join('\n'));
    expect(read_.map((result) => (result.ok ? result.document.text : result.reason))).toEqual([
      texts[0],
      '<!-- a -->',
      'title: [',
    ]);
  });

  it('reads a text without markup as Markdown would', () => {
    const text = 'One\nline.  \n\n\nTwo lines\r\nhere.';
    const [plain, marked] = read(`${JSON.stringify({ text })}\n${JSON.stringify({ text: `${text} *x*` })}`);
    expect(plain).toMatchObject({ document: { text: 'One line.\n\nTwo lines here.' } });
    expect(marked).toMatchObject({ document: { text: 'One line.\n\nTwo lines here. x' } });
  });

  it('names a line without an id by its place', () => {
    const [, second] = read('{"text":"a"}\n{"text":"b","id":7}\n{"text":"c"}');
    expect(second).toMatchObject({ ok: true, document: { docId: '7' } });
    expect(read('\n{"text":"c"}')[0]).toMatchObject({ document: { docId: 'c.jsonl#2', title: 'c.jsonl#2' } });
  });

  it.each([
    ['no JSON', '{"text":', 'invalid_json'],
    ['a list', '["text"]', 'invalid_json'],
    ['null', 'null', 'invalid_json'],
    ['no text', '{"id":"a"}', 'invalid_metadata'],
    ['a text that is a number', '{"text":5}', 'invalid_metadata'],
    ['a text from a prototype', '{"__proto__":{"text":"x"}}', 'invalid_metadata'],
    ['a blank text', '{"text":" \\n"}', 'empty'],
    ['half a surrogate pair', '{"text":"\\ud800"}', 'invalid_utf8'],
    ['an escaped NUL', '{"text":"a\\u0000"}', 'contains_nul'],
    ['a wrong date', '{"text":"a","published":"2024-13-01"}', 'invalid_metadata'],
    ['a wrong time', '{"text":"a","observed_at":"2024-01-01T00:00:00"}', 'invalid_metadata'],
    ['a domain that is a path', '{"text":"a","domain":"a.example/b"}', 'invalid_metadata'],
    ['a relative URL', '{"text":"a","url":"/x"}', 'invalid_metadata'],
    ['a media type that no reader knows', '{"text":"a","media_type":"text/html"}', 'invalid_metadata'],
    ['a licence that is a list', '{"text":"a","licence":["MIT"]}', 'invalid_metadata'],
  ])('refuses a line with %s by its number and reads the others', (_, line, reason) => {
    const [first, bad, last] = read(`{"text":"a"}\n${line}\n{"text":"z"}`);
    expect(first).toMatchObject({ ok: true });
    expect(bad).toMatchObject({ ok: false, name: 'c.jsonl', line: 2, reason });
    expect(last).toMatchObject({ ok: true });
  });

  it('refuses a line that is not UTF-8 and reads the next', () => {
    const results = read(Uint8Array.of(0xff, 0x0a, ...encode('{"text":"a"}')));
    expect(results).toMatchObject([{ reason: 'invalid_utf8', line: 1 }, { ok: true }]);
  });

  it('reads a line of 1 MiB and refuses one byte more', () => {
    const line = (size: number) => `{"text":"${'a'.repeat(size - '{"text":""}'.length)}"}`;
    expect(read(line(1024 * 1024))).toMatchObject([{ ok: true }]);
    expect(read(line(1024 * 1024 + 1))).toMatchObject([{ ok: false, reason: 'too_large' }]);
  });

  it('survives JSON that nests a hundred thousand levels', () => {
    const depth = 100_000;
    const [result] = read(`{"text":"a","x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
    expect(result?.ok === false ? result.reason : 'read').toMatch(/^(read|invalid_json)$/);
  });

  it('refuses a file of blank lines', () => {
    expect(read('\n \r\n\n')).toMatchObject([{ ok: false, line: null, reason: 'empty' }]);
  });
});
