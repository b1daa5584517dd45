import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_KINDS,
  artefactId,
  articleAddr,
  claimAddrOf,
  claimCorpusOf,
  claimIdOf,
  claimPathParam,
  entityAddr,
  hashId,
  isClaimAddr,
  isCorpusName,
  MAX_ADDRESS_BYTES,
  parseAddress,
  sectionAddr,
} from '../../graph/address.ts';
import type { ClaimCore } from '../../graph/claim.ts';
import { claimAddr, contentHash, eventId } from '../../graph/content-address.ts';
import type { EventCore } from '../../graph/evidence.ts';

const ID = `c1${'abcdefghijklmnopqrstuvwxyz'}` as const;
const ADDR = `wx://demo/claim/${ID}` as const;
const CORE: ClaimCore = { v: 1, corpus: 'demo', lang: 'en', text: 'Saturn has 274 moons.' };

const corpusName = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);
const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/[\\/%\p{Cc}]/u.test(text))
  // encodeURIComponent leaves these five, which the grammar wants encoded.
  .map((text) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
  )
  .filter((text) => text !== '.' && text !== '..');
const kind = fc.constantFrom(...ADDRESS_KINDS.filter((name) => name !== 'claim'));

describe('parseAddress', () => {
  it('takes any address apart into the parts it was put together from', () => {
    fc.assert(
      fc.property(
        corpusName,
        kind,
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        (corpus, name, segments) => {
          const local = segments.join('/');
          const addr = `wx://${corpus}/${name}/${local}`;
          fc.pre(addr.length <= MAX_ADDRESS_BYTES);
          expect(parseAddress(addr)).toEqual({ ok: true, addr, corpus, kind: name, local });
        },
      ),
    );
  });

  it('never throws, and what it accepts is printable ASCII without a dot segment', () => {
    const hostile = fc.string({
      unit: fc.constantFrom('a', '.', '/', '%', '2', '5', 'E', 'e', '\\', '\0', 'ü', ' '),
      maxLength: 12,
    });
    fc.assert(
      fc.property(hostile, (local) => {
        const parsed = parseAddress(`wx://demo/article/${local}`);
        if (!parsed.ok) return;
        expect(decodeURIComponent(parsed.local)).not.toMatch(/[\\%\0]/);
        expect(decodeURIComponent(parsed.local).split('/')).not.toContain('..');
        expect(parsed.local).toMatch(/^[!-~]+$/);
      }),
      { numRuns: 5_000 },
    );
  });

  it('accepts 512 bytes and refuses 513', () => {
    const start = 'wx://demo/article/';
    expect(parseAddress(start.padEnd(512, 'x')).ok).toBe(true);
    expect(parseAddress(start.padEnd(513, 'x'))).toEqual({ ok: false, reason: 'length' });
  });
});

describe('isCorpusName', () => {
  it.each(['a', '0', 'demo', 'a-', 'a'.repeat(63)])('accepts %j', (text) => {
    expect(isCorpusName(text)).toBe(true);
  });

  it.each(['', '-a', 'A', 'ä', 'a b', 'a/b', 'a.b', 'a\n', 'a'.repeat(64)])('refuses %j', (text) => {
    expect(isCorpusName(text)).toBe(false);
  });
});

describe('claimPathParam', () => {
  it('refuses a bare claim id under another kind', () => {
    expect(claimPathParam(`wx://demo/artefact/${ID}`)).toEqual({ ok: false, reason: 'kind' });
  });

  it('accepts the encoded form of every claim address, and that once only', () => {
    fc.assert(
      fc.property(corpusName, fc.string(), (corpus, text) => {
        const addr = claimAddr({ v: 1, corpus, lang: 'en', text: text.toWellFormed() });
        const once = encodeURIComponent(addr);
        expect(claimPathParam(once)).toEqual({ ok: true, id: claimIdOf(addr), corpus });
        expect(claimPathParam(encodeURIComponent(once)).ok).toBe(false);
      }),
    );
  });
});

describe('ids', () => {
  it('derives a claim’s address from its core, whatever the order of the members', () => {
    expect(claimAddr(CORE)).toBe('wx://demo/claim/c1ke2xrm6tir3iomyzlea3fcktyd');
    expect(claimAddr({ text: CORE.text, lang: 'en', corpus: 'demo', v: 1 })).toBe(claimAddr(CORE));
    expect(isClaimAddr(claimAddr(CORE))).toBe(true);
  });

  it('gives a claim another address for another corpus, language or text', () => {
    const others = [
      { ...CORE, corpus: 'other' },
      { ...CORE, lang: 'fr' },
      { ...CORE, text: 'Saturn has 275 moons.' },
    ];
    const ids = [CORE, ...others].map((core) => claimIdOf(claimAddr(core)));
    expect(new Set(ids).size).toBe(4);
  });

  it('begins a claim’s id with the bits of its content hash', () => {
    const hash = Buffer.from(contentHash(CORE), 'hex');
    const first = 'abcdefghijklmnopqrstuvwxyz234567'[(hash[0] ?? 0) >> 3];
    expect(contentHash(CORE)).toMatch(/^[0-9a-f]{64}$/);
    expect(claimIdOf(claimAddr(CORE))[2]).toBe(first);
  });

  it('goes from an address to its corpus and its id, and back', () => {
    expect(claimAddrOf(claimCorpusOf(ADDR), claimIdOf(ADDR))).toBe(ADDR);
    expect(claimCorpusOf(ADDR)).toBe('demo');
  });

  it.each(['', 'Demo', '../x', 'a/b'])('refuses to make an address in a corpus named %j', (corpus) => {
    expect(() => claimAddr({ ...CORE, corpus })).toThrow(RangeError);
    expect(() => sectionAddr(corpus, 'a1x', 0)).toThrow(RangeError);
  });

  it('gives an artefact another id for another corpus, document or hash', () => {
    const ids = [
      artefactId('demo', 'doc', 'ff'),
      artefactId('demo2', 'doc', 'ff'),
      artefactId('demo', 'doc2', 'ff'),
      artefactId('demo', 'doc', 'fe'),
    ];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^a1[a-z2-7]{26}$/);
  });

  it('makes section addresses that parse', () => {
    const addr = sectionAddr('demo', artefactId('demo', 'doc', 'ff'), 12);
    expect(parseAddress(addr)).toMatchObject({ ok: true, kind: 'sec', corpus: 'demo' });
  });

  it('gives an event another id once the actor’s previous event differs', () => {
    const core: EventCore = {
      v: 1,
      claim: ADDR,
      kind: 'dispute',
      actor_root: 'k1',
      previous: null,
      evidence: [{ ref: 'https://example.org', hash: 'ff', kind: 'source' }],
      attestations: [],
      stake: null,
    };
    expect(eventId(core)).toMatch(/^e1[a-z2-7]{26}$/);
    expect(eventId({ ...core })).toBe(eventId(core));
    expect(eventId({ ...core, previous: eventId(core) })).not.toBe(eventId(core));
  });

  it('puts the prefix before 26 characters', () => {
    expect(hashId('ans_', { q: 'x' })).toMatch(/^ans_[a-z2-7]{26}$/);
    expect(hashId('ans_', { q: 'x' }).slice(4)).toBe(hashId('rc_', { q: 'x' }).slice(3));
  });
});

describe('the address of an article or an entity', () => {
  it.each([
    ['guide', 'wx://demo/article/guide'],
    ['2023/crown survey.html', 'wx://demo/article/2023/crown%20survey.html'],
    ["it's (new)!*", 'wx://demo/article/it%27s%20%28new%29%21%2A'],
    ['Größe', 'wx://demo/article/Gr%C3%B6%C3%9Fe'],
  ])('spells %s', (id, addr) => {
    expect(articleAddr('demo', id)).toBe(addr);
    expect(entityAddr('demo', id)).toBe(addr.replace('/article/', '/entity/'));
  });

  it.each([
    '',
    '/a',
    'a//b',
    '../b',
    'a/.',
    'https://a.example/b',
    '50 % of it',
    'a\\b',
    'a\0b',
    'é'.repeat(90),
    `x1${'a'.repeat(26)}`,
  ])('names %j by its hash', (id) => {
    expect(articleAddr('demo', id)).toMatch(/^wx:\/\/demo\/article\/x1[a-z2-7]{26}$/);
    expect(articleAddr('demo', id)).not.toBe(`wx://demo/article/${id}`);
    expect(entityAddr('demo', id).slice(-28)).not.toBe(articleAddr('demo', id).slice(-28));
  });

  it('is one address for one name', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => text.isWellFormed());
    fc.assert(
      fc.property(corpusName, name, name, (corpus, one, other) => {
        const addr = articleAddr(corpus, one);
        expect(parseAddress(addr)).toMatchObject({ ok: true, corpus, kind: 'article' });
        expect(addr === articleAddr(corpus, other)).toBe(one === other);
      }),
    );
  });

  it('needs a corpus and a text that can be hashed', () => {
    expect(() => articleAddr('Demo', 'a')).toThrow(RangeError);
    expect(() => entityAddr('demo', 'a\ud800')).toThrow();
  });
});
