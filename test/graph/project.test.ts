/** What annotations, their keys and closings change; the other entries are covered by rebuilding a store (`test/conformance/`). */
import { describe, expect, it } from 'vitest';
import type { EntryBody } from '../../graph/log/entry.ts';
import { type ProjectionBase, project } from '../../graph/project.ts';
import type { CorpusRecord } from '../../graph/store/rows.ts';
import { added, annotated, closed } from '../conformance/annotate.ts';
import { artefact, at, corpus, entry, hash } from '../conformance/graph-store/records.ts';

const NOTE = annotated('wx://space/claim/c1abc', 'space', 'root-ann');
const KNOWN = corpus('space', { size: 3, root: hash('before'), newestEffectiveAt: at(9), observedAt: at(2) });

function projected(bodies: readonly EntryBody[], known: CorpusRecord | null = KNOWN) {
  const base: ProjectionBase = {
    corpora: new Map(known === null ? [] : [[known.name, known]]),
    artefacts: new Map(),
    claims: new Map(),
    keys: new Map(),
    texts: new Map(),
    manifests: new Map(),
  };
  const stored = bodies.map((body, index) => {
    const one = entry(7 + index, body);
    return { ...one, entry: { ...one.entry, corpus: 'space', tenant: 'facts' } };
  });
  return project(base, stored);
}

describe('an added annotation', () => {
  it('is kept at its position', () => {
    const { annotations } = projected([added(NOTE, null)]);
    expect(annotations).toEqual([{ record: NOTE, seq: 7, effective_at: at(7) }]);
  });

  it('is what its idempotency key leads to, and leads nowhere without one', () => {
    const once = { key: 'root-ann\nk', request_hash: hash('body') };
    expect(projected([added(NOTE, once)]).idempotency).toEqual([{ ...once, result_id: NOTE.id }]);
    expect(projected([added(NOTE, null)]).idempotency).toEqual([]);
  });

  it('is also what a key leads to that came with it again, which moves no snapshot', () => {
    const again = { key: 'root-ann\nagain', request_hash: hash('body') };
    const kept = { type: 'idempotency.kept', idempotency: again, result_id: NOTE.id } as const;
    const { idempotency, corpora, ...rest } = projected([kept]);
    expect([idempotency, corpora]).toEqual([[{ ...again, result_id: NOTE.id }], []]);
    expect(Object.values(rest).flat()).toEqual([]);
  });

  it("moves its corpus' snapshot, and neither its observation nor the newest time back", () => {
    const { corpora } = projected([added(NOTE, null)]);
    expect(corpora).toEqual([{ ...KNOWN, size: 8, root: hash('root 8') }]);
  });

  it('changes no item of the corpus', () => {
    const { annotations, corpora, ...rest } = projected([added(NOTE, null)]);
    expect([annotations.length, corpora.length]).toEqual([1, 1]);
    expect(Object.values(rest).flat()).toEqual([]);
  });
});

describe('a closed stub', () => {
  it("keeps its closure and moves the corpus' snapshot", () => {
    const body = closed('stub_a', NOTE);
    const { closures, corpora, annotations } = projected([body]);
    expect(closures).toMatchObject([
      { stub_id: 'stub_a', annotation_id: NOTE.id, annotation_target: NOTE.target },
    ]);
    expect(corpora).toMatchObject([{ size: 8 }]);
    expect(annotations).toEqual([]);
  });
});

describe('an observed artefact', () => {
  const observed = (lang: string, n: number) =>
    ({ type: 'artefact.observed', artefact: artefact(n, { lang }).record }) as const;
  const languagesAfter = (tags: readonly string[]) =>
    projected(tags.map(observed), null).corpora.map(({ languages }) => languages);

  it("counts for its language, whatever its tag's case and region, in the order of the codes", () => {
    const [languages] = languagesAfter(['fr', 'de-CH', 'EN', 'de', 'fr-x-old']);
    expect(languages).toEqual({ de: 2, en: 1, fr: 2 });
    expect(Object.keys(languages ?? {})).toEqual(['de', 'en', 'fr']);
  });

  it('counts for none that has no stems, be it named like a member of every object', () => {
    expect(languagesAfter(['ja', 'constructor', '__proto__', 'x-own'])).toEqual([{}]);
    expect(languagesAfter(['ja', 'de', 'valueOf'])).toEqual([{ de: 1 }]);
  });

  it('counts for none in a corpus whose earlier artefacts were not counted: one German one of a thousand is not all', () => {
    const { corpora } = projected([observed('de', 1), observed('de', 2)], KNOWN);
    expect(corpora).toHaveLength(1);
    expect(corpora[0]).not.toHaveProperty('languages');
  });
});
