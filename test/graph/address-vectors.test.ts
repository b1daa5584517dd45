import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ADDRESS_KINDS,
  type AddressFault,
  artefactId,
  claimAddrOf,
  claimPathParam,
  hashId,
  isClaimId,
  MAX_ADDRESS_BYTES,
  parseAddress,
} from '../../graph/address.ts';
import { type AnnotationCore, annotationId, closureId, type StubClosure } from '../../graph/annotation.ts';
import { encodeCanonical } from '../../graph/canonical.ts';
import type { ClaimCore } from '../../graph/claim.ts';
import { claimAddr, contentHash, eventId } from '../../graph/content-address.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { EventCore } from '../../graph/evidence.ts';
import invalidAddresses from '../vectors/address_invalid.json' with { type: 'json' };
import validAddresses from '../vectors/address_valid.json' with { type: 'json' };
import invalidIds from '../vectors/id_invalid.json' with { type: 'json' };
import validIds from '../vectors/id_valid.json' with { type: 'json' };

type ArtefactCore = {
  readonly corpus: string;
  readonly doc_id: string;
  readonly hash: string;
  readonly version?: number;
};

interface Form {
  readonly form: string;
  readonly text: string;
}

const read = ({ form, text }: Form) => (form === 'address' ? parseAddress(text) : claimPathParam(text));

/** The id of a core. The casts say what the file says: a core has the members of its kind. */
function idOf(kind: string, core: unknown): string {
  switch (kind) {
    case 'claim':
      return claimAddr(core as ClaimCore);
    case 'artefact': {
      const { corpus, doc_id, hash, version } = core as ArtefactCore;
      return artefactId(corpus, doc_id, hash, version);
    }
    case 'event':
      return eventId(core as EventCore);
    case 'annotation':
      return annotationId(core as AnnotationCore);
    default:
      return closureId(core as StubClosure);
  }
}

describe('the published addresses and path parameters', () => {
  it.each(validAddresses.cases)('are read as $form: $name', (vector) => {
    const { name: _, form: __, text, ...parts } = vector;
    expect(read(vector)).toMatchObject({ ok: true, ...parts });
    if ('kind' in parts) expect(`wx://${parts.corpus}/${parts.kind}/${parts.local}`).toBe(text);
  });

  it.each(invalidAddresses.cases)('are refused as $form for the $fault: $name', (vector) => {
    expect(read(vector)).toEqual({ ok: false, reason: vector.fault });
  });

  it('hold every fault that there is, of addresses and of parameters', () => {
    const faults = (form: string) =>
      new Set(invalidAddresses.cases.filter((one) => one.form === form).map(({ fault }) => fault));
    const all: AddressFault[] = ['length', 'scheme', 'corpus', 'kind', 'local', 'encoding'];
    expect(faults('param')).toEqual(new Set(all));
    expect(faults('address')).toEqual(new Set(all.filter((fault) => fault !== 'encoding')));
  });
});

describe('the published ids', () => {
  it.each(validIds.cases)('follow from their core: $kind, $name', ({ kind, core, canonical, hash, id }) => {
    const bytes = encodeCanonical(core);
    expect(Buffer.from(bytes).toString('hex')).toBe(canonical);
    expect(blake3Hex(bytes)).toBe(hash);
    expect(idOf(kind, core)).toBe(id);
    // As in `idOf`: the file says that it is one.
    if (kind === 'claim') expect(contentHash(core as ClaimCore)).toBe(hash);
  });

  it.each(invalidIds.cases)('do not follow from another core: $kind, $name', ({ kind, core, id }) => {
    const bare = id.slice(id.lastIndexOf('/') + 1);
    expect(idOf(kind, core)).not.toBe(id);
    // A corpus may differ in the address alone: its id then still holds.
    if (!id.startsWith('wx://planets/')) expect(hashId(bare.slice(0, 2), core)).not.toBe(bare);
  });
});

/** What stands in a path for one character: itself, or its escape in either case. */
const spelled = (character: string): fc.Arbitrary<string> => {
  const pct = `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  return fc.constantFrom(character, pct.toLowerCase(), pct.toUpperCase());
};
const corpusName = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,62}$/);
const claimId = fc.stringMatching(/^c1[a-z2-7]{26}$/).filter(isClaimId);

describe('a claim’s path parameter', () => {
  it('names the same claim in every spelling that decodes to it', () => {
    const drawn = fc.tuple(corpusName, claimId).chain(([corpus, id]) => {
      const addr = claimAddrOf(corpus, id);
      const raw = fc.constantFrom(addr, addr.replace('//', '/'));
      const spelling = raw.chain((text) =>
        fc.tuple(...[...text].map(spelled)).map((parts) => parts.join('')),
      );
      return fc.tuple(fc.constant({ ok: true, corpus, id }), spelling);
    });
    fc.assert(
      fc.property(drawn, ([claim, spelling]) => {
        expect(claimPathParam(spelling)).toEqual(claim);
      }),
    );
  });

  it('names a claim of the request’s corpus by its bare id, however it is escaped', () => {
    const drawn = claimId.chain((id) =>
      fc.tuple(
        fc.constant(id),
        fc.tuple(...[...id].map(spelled)).map((parts) => parts.join('')),
      ),
    );
    fc.assert(
      fc.property(drawn, ([id, spelling]) => {
        expect(claimPathParam(spelling)).toEqual({ ok: true, id, corpus: null });
      }),
    );
  });

  it('is decoded once: an escape of an escape is refused', () => {
    const drawn = fc.tuple(corpusName, claimId, fc.nat());
    fc.assert(
      fc.property(drawn, ([corpus, id, place]) => {
        const addr = claimAddrOf(corpus, id);
        const at = place % addr.length;
        const twice = `%25${addr.charCodeAt(at).toString(16).padStart(2, '0')}`;
        expect(claimPathParam(addr.slice(0, at) + twice + addr.slice(at + 1)).ok).toBe(false);
        expect(claimPathParam(encodeURIComponent(encodeURIComponent(addr))).ok).toBe(false);
      }),
    );
  });

  it('is refused with anything put into it, in front of it or behind it', () => {
    const intruder = fc.constantFrom(
      '/',
      '%2F',
      '..',
      '/../',
      '%2e%2e',
      '\\',
      '%5C',
      '\0',
      '%00',
      ' ',
      'ü',
      '%C3',
      '%',
      '?',
    );
    fc.assert(
      fc.property(corpusName, claimId, intruder, fc.nat(), (corpus, id, put, place) => {
        const addr = claimAddrOf(corpus, id);
        // Within the slashes a slash more is a merge undone.
        const at =
          [0, addr.indexOf('/claim/') + 1, addr.indexOf(id) + (place % id.length), addr.length][place % 4] ??
          0;
        expect(claimPathParam(addr.slice(0, at) + put + addr.slice(at)).ok).toBe(false);
      }),
    );
  });

  it('is refused for its kind wherever the address is one of another kind', () => {
    const kind = fc.constantFrom(...ADDRESS_KINDS.filter((name) => name !== 'claim'));
    fc.assert(
      fc.property(corpusName, kind, claimId, (corpus, name, id) => {
        const refused = { ok: false, reason: 'kind' };
        expect(claimPathParam(`wx://${corpus}/${name}/${id}`)).toEqual(refused);
        expect(claimPathParam(encodeURIComponent(`wx://${corpus}/${name}/${id}`))).toEqual(refused);
      }),
    );
  });
});

describe('an address', () => {
  it('is put together from its parts again, and any character changed makes another or none', () => {
    const segment = fc.stringMatching(/^[A-Za-z0-9_~-]{1,12}$/);
    const drawn = fc.tuple(
      corpusName,
      fc.constantFrom('sec', 'article', 'entity'),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
    );
    const change = fc.tuple(fc.nat(), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }));
    fc.assert(
      fc.property(drawn, change, ([corpus, kind, segments], [place, put]) => {
        const addr = `wx://${corpus}/${kind}/${segments.join('/')}`;
        fc.pre(addr.length <= MAX_ADDRESS_BYTES);
        expect(parseAddress(addr)).toEqual({ ok: true, addr, corpus, kind, local: segments.join('/') });
        const at = place % addr.length;
        const changed = parseAddress(addr.slice(0, at) + put + addr.slice(at + 1));
        if (!changed.ok) return;
        expect(`wx://${changed.corpus}/${changed.kind}/${changed.local}`).toBe(changed.addr);
        expect(changed.addr === addr).toBe(put === addr.charAt(at));
      }),
    );
  });
});
