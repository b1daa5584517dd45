import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnnotationCore, annotationId, closureId } from '../../graph/annotation.ts';

const CORE: AnnotationCore = {
  v: 1,
  corpus: 'space',
  target: 'wx://space/claim/c1abc',
  kind: 'note',
  body: 'Titan has lakes.',
  citation: { ref: 'https://example.org/titan', quote: 'lakes' },
  actor_root: 'root-ann',
};
const CLOSING = { stub_id: 'stub_a', annotation_id: 'n1a', actor_root: 'root-ann' } as const;

describe("an annotation's id", () => {
  it('is n1 and 26 characters of base32', () => {
    expect(annotationId(CORE)).toMatch(/^n1[a-z2-7]{26}$/);
  });

  it('follows from the core alone, in whatever order its members stand', () => {
    const turned = Object.fromEntries(Object.entries(CORE).reverse());
    // The same members as the core's.
    expect(annotationId(turned as unknown as AnnotationCore)).toBe(annotationId(CORE));
  });

  it.each([
    ['corpus', { corpus: 'sea' }],
    ['target', { target: 'wx://space/claim/c1abd' }],
    ['kind', { kind: 'context' }],
    ['body', { body: 'Titan has lakes. ' }],
    ['citation ref', { citation: { ref: 'https://example.org/titan#', quote: 'lakes' } }],
    ['citation quote', { citation: { ref: 'https://example.org/titan', quote: '' } }],
    ['missing quote', { citation: { ref: 'https://example.org/titan' } }],
    ['root', { actor_root: 'root-bob' }],
  ] as const)('is another with another %s', (_, change) => {
    expect(annotationId({ ...CORE, ...change })).not.toBe(annotationId(CORE));
  });

  it('does not confuse words that move from one member to the next', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (body, quote, moved) => {
        const before = { ...CORE, body: body + moved, citation: { ref: 'wx://a', quote } };
        const after = { ...CORE, body, citation: { ref: 'wx://a', quote: moved + quote } };
        expect(annotationId(before)).not.toBe(annotationId(after));
      }),
    );
  });

  it('takes a quote that is undefined for none', () => {
    const ref = 'https://example.org/titan';
    const without = annotationId({ ...CORE, citation: { ref } });
    expect(annotationId({ ...CORE, citation: { ref, quote: undefined } })).toBe(without);
  });
});

describe("a closure's id", () => {
  it('is k1 and 26 characters of base32', () => {
    expect(closureId(CLOSING)).toMatch(/^k1[a-z2-7]{26}$/);
  });

  it.each([
    ['stub', { stub_id: 'stub_b' }],
    ['annotation', { annotation_id: 'n1b' }],
    ['root', { actor_root: 'root-bob' }],
  ] as const)('is another with another %s', (_, change) => {
    expect(closureId({ ...CLOSING, ...change })).not.toBe(closureId(CLOSING));
  });

  it('does not depend on what else is known of the closure', () => {
    expect(closureId({ ...CLOSING, ...{ actor: 'ann', closed_at: 'now' } })).toBe(closureId(CLOSING));
  });
});
