import { describe, expect, it } from 'vitest';
import { langOf, type NumberedSource } from '../../../../bff/web/answer/sources.ts';

function source(lang: string | null): NumberedSource {
  const artefact = {
    artefact_id: 'a1x',
    title: '',
    url: '',
    domain: '',
    licence: '',
    observed_at: '',
    hash: '',
    role: 'evidence' as const,
    lang,
  };
  return { number: 1, artefact };
}

const sentence = (...ids: readonly string[]) => ({
  citations: ids.map((artefact_id) => ({ artefact_id, start: 0, end: 1, quote: '' })),
});

describe('the language of a sentence', () => {
  const sources = new Map([
    ['de', source('de')],
    ['de2', source('de')],
    ['he', source('he')],
    ['unknown', source(null)],
  ]);

  it('is that of the documents that it quotes', () => {
    expect(langOf(sentence('he'), sources)).toBe('he');
    expect(langOf(sentence('de', 'de2'), sources)).toBe('de');
  });

  it.each([
    ['quotes none', []],
    ['quotes documents in two languages', ['de', 'he']],
    ['quotes one whose language is not known', ['unknown']],
    ['quotes one of them whose language is not known', ['de', 'unknown']],
    ['quotes one that the answer does not list', ['de', 'elsewhere']],
  ])('is not known where it %s', (_, ids) => {
    expect(langOf(sentence(...ids), sources)).toBe(undefined);
  });
});
