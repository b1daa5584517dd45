import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../../engine/engine.ts';
import type { EvidenceRequest } from '../../../engine/ledger/evidence-request.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { ArtefactRecord } from '../../../graph/artefact.ts';
import { sha256Hex } from '../../../graph/digest.ts';
import { entryHash } from '../../../graph/ledger-entry.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { answerOf, ingestInto, jsonLines, viewOf } from '../documents.ts';
import { openEmptyEmbedded } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

let opened: OpenedStore;
let engine: Engine;
let claim: ClaimAddr;
let rival: ClaimAddr;
let artefact: ArtefactRecord;
let actors = 0;

beforeAll(async () => {
  opened = await openEmptyEmbedded();
  engine = createTestEngine(opened.store);
  const document = (id: string, moons: number, day: string) => ({
    id,
    day,
    domain: `${id}.example`,
    text: `Saturn has ${moons} known moons.`,
  });
  await ingestInto(engine, 'sky', [jsonLines([document('a', 62, '2026-09-01')])]);
  const ours = await answerOf(engine, { corpus: 'sky', q: 'How many moons does Saturn have?' });
  claim = addrOf(ours.answer.claims[0]?.addr);
  await ingestInto(engine, 'sky', [jsonLines([document('b', 82, '2026-09-02')])]);
  const theirs = await answerOf(engine, { corpus: 'sky', q: 'How many moons does Saturn have?' });
  rival = addrOf(theirs.answer.claims[0]?.addr);
  const [state] = await opened.store.records('artefacts', ours.answer.evidence_set.artefact_ids);
  if (!state) throw new Error('no artefact');
  artefact = state.record;
});

afterAll(() => opened.dispose());

function addrOf(addr: ClaimAddr | undefined): ClaimAddr {
  if (addr === undefined) throw new Error('no claim');
  return addr;
}

/** A request of an actor that nobody has met before. */
function request(more: Partial<EvidenceRequest> = {}): EvidenceRequest {
  actors += 1;
  const actor = `actor-${actors}`;
  return {
    claim,
    corpus: 'sky',
    kind: 'corroborate',
    evidence: [{ ref: `https://somewhere.example/${actors}`, hash: `seen ${actors}`, kind: 'source' }],
    attestations: [],
    stake: null,
    writer: { actor, actorRoot: actor, standing: 700, tokenId: 't', maySupersede: false },
    idempotency: null,
    ...more,
  };
}

async function append(given: EvidenceRequest) {
  const outcome = await engine.appendEvidence(given);
  if (!outcome.ok) throw new Error(outcome.refusal.reason);
  return outcome.value;
}

const reasonOf = async (given: EvidenceRequest) => {
  const { size } = await opened.store.head();
  const outcome = await engine.appendEvidence(given);
  expect((await opened.store.head()).size).toBe(size);
  return outcome.ok ? 'accepted' : outcome.refusal.reason;
};

describe('appending evidence', () => {
  test('chains every entry to the one before and to the log', async () => {
    const first = await append(request());
    const second = await append(request());
    expect(second.entry.prev).toBe(first.entry.entry_hash);
    expect(second.entry.seq).toBe(first.entry.seq + 1);
    expect(second.entry.at > first.entry.at).toBe(true);
    const { entry_hash, log, ...body } = second.entry;
    expect(entryHash(body)).toBe(entry_hash);
    expect(log.tree_size).toBe(log.seq + 1);
  });

  test('gives the first entry again for the latest core, and a new one for a changed mind', async () => {
    const given = request();
    const first = await append(given);
    expect(await append(given)).toEqual({ entry: first.entry, repeated: true });
    const against = await append({ ...given, kind: 'dispute' });
    expect(against.repeated).toBe(false);
    const again = await append(given);
    expect(again.repeated).toBe(false);
    expect(new Set([first, against, again].map(({ entry }) => entry.event_id)).size).toBe(3);
  });

  test('keeps one event of many that arrive at once', async () => {
    const given = request();
    const all = await Promise.all(Array.from({ length: 16 }, () => append(given)));
    expect(new Set(all.map(({ entry }) => entry.event_id)).size).toBe(1);
    expect(all.filter(({ repeated }) => !repeated)).toHaveLength(1);
  });

  test('answers an Idempotency-Key with its first entry, and refuses it for another body', async () => {
    const given = request({ idempotency: { key: 'k1', requestHash: 'h1' } });
    const { entry } = await append(given);
    const other = { ...given, kind: 'dispute' as const };
    expect(await append({ ...other, idempotency: { key: 'k1', requestHash: 'h1' } })).toEqual({
      entry,
      repeated: true,
    });
    const clash = { ...other, idempotency: { key: 'k1', requestHash: 'h2' } };
    expect(await reasonOf(clash)).toBe('invalid:idempotency_key');
    expect((await append(request({ idempotency: { key: 'k1', requestHash: 'h2' } }))).repeated).toBe(false);
  });

  test('keeps an Idempotency-Key that came with what was there already, and its retry undoes nothing said since', async () => {
    const given = request();
    const { entry } = await append(given);
    const again = { ...given, idempotency: { key: 'k2', requestHash: 'h1' } };
    expect(await append(again)).toEqual({ entry, repeated: true });
    const other = { ...given, kind: 'dispute' as const };
    expect(await reasonOf({ ...other, idempotency: { key: 'k2', requestHash: 'h2' } })).toBe(
      'invalid:idempotency_key',
    );
    const { entry: since } = await append(other);
    expect(await append(again)).toEqual({ entry, repeated: true });
    expect((await append(other)).entry).toEqual(since);
  });

  test('refuses a claim that does not exist', async () => {
    const unknown: ClaimAddr = 'wx://sky/claim/c1aaaaaaaaaaaaaaaaaaaaaaaaaa';
    expect(await reasonOf(request({ claim: unknown }))).toBe('missing:claim');
  });

  test.each(['', 'blake3:'])('matches a stored artefact by its hash, written with %j', async (prefix) => {
    const evidence = [{ ref: artefact.url, hash: `${prefix}${artefact.hash}`, kind: 'source' as const }];
    const { entry } = await append(request({ evidence }));
    expect(entry.evidence).toEqual([
      {
        ref: artefact.url,
        hash: artefact.hash,
        kind: 'source',
        check: 'match',
        artefact: artefact.artefact_id,
        domain: 'a.example',
        observed_at: artefact.observed_at,
        licence: 'CC0-1.0',
      },
    ]);
  });

  test.each(['upper', 'lower'])('matches a hash in %s case', async (letters) => {
    const [bytes] = await opened.store.blobs([artefact.hash]);
    const hashes = [
      artefact.hash,
      `blake3:${artefact.hash}`,
      `sha256:${sha256Hex(bytes ?? new Uint8Array())}`,
    ];
    const written = hashes.map((hash) => (letters === 'upper' ? hash.toUpperCase() : hash.toLowerCase()));
    const evidence = written.map((hash) => ({ ref: artefact.url, hash, kind: 'source' as const }));
    const { entry } = await append(request({ evidence }));
    expect(entry.evidence.map(({ check, hash }) => [check, hash])).toEqual(
      hashes.map(() => ['match', artefact.hash]),
    );
  });

  test.each(['', 'wx://sky/artefact/'])('knows an artefact by its id behind %j', async (prefix) => {
    const ref = `${prefix}${artefact.artefact_id}`;
    const item = (hash: string) => ({ ref, hash, kind: 'source' as const });
    const { entry } = await append(request({ evidence: [item(artefact.hash)] }));
    expect(entry.evidence[0]).toMatchObject({ ref, check: 'match', domain: 'a.example' });
    expect(await reasonOf(request({ evidence: [item('0'.repeat(64))] }))).toBe(
      'denied:evidence_hash_mismatch',
    );
  });

  test('takes an address in another corpus for no artefact of this one', async () => {
    const ref = `wx://sea/artefact/${artefact.artefact_id}`;
    const { entry } = await append(request({ evidence: [{ ref, hash: artefact.hash, kind: 'source' }] }));
    expect(entry.evidence[0]).toMatchObject({ check: 'unknown' });
    expect(entry.evidence[0]).not.toHaveProperty('artefact');
  });

  test('matches a stored artefact by the SHA-256 of its bytes', async () => {
    const [bytes] = await opened.store.blobs([artefact.hash]);
    const hash = `sha256:${sha256Hex(bytes ?? new Uint8Array())}`;
    const { entry } = await append(request({ evidence: [{ ref: artefact.url, hash, kind: 'source' }] }));
    expect(entry.evidence[0]).toMatchObject({ check: 'match', artefact: artefact.artefact_id });
  });

  test.each(['0'.repeat(64), 'A'.repeat(64), `blake3:${'0'.repeat(64)}`, `sha256:${'0'.repeat(64)}`])(
    'refuses %s for a ref that is stored under another hash',
    async (hash) => {
      const evidence = [{ ref: artefact.url, hash, kind: 'source' as const }];
      expect(await reasonOf(request({ evidence }))).toBe('denied:evidence_hash_mismatch');
    },
  );

  test('says which hashes are stored under a ref', async () => {
    const evidence = [{ ref: artefact.url, hash: '0'.repeat(64), kind: 'source' as const }];
    const outcome = await engine.appendEvidence(request({ evidence }));
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { details: { ref: artefact.url, stored: [artefact.hash] } },
    });
  });

  test.each([
    ['0'.repeat(64), 'unknown'],
    [`sha256:${'0'.repeat(64)}`, 'unknown'],
    ['its record', 'match'],
  ])('takes %s as the hash of a claim that it cites, with check %s', async (given, check) => {
    const [record] = await opened.store.records('claims', [rival]);
    const hash = given === 'its record' ? (record?.content_hash ?? '') : given;
    const { entry } = await append(request({ evidence: [{ ref: rival, hash, kind: 'source' }] }));
    expect(entry.evidence[0]).toMatchObject({ ref: rival, hash, check });
  });

  test('keeps a hash that it cannot check, with the domain of its ref or else the actor', async () => {
    const known = await append(
      request({ evidence: [{ ref: 'https://news.press.co.uk/x', hash: 'md5:1', kind: 'source' }] }),
    );
    expect(known.entry.evidence[0]).toMatchObject({ check: 'unknown', domain: 'press.co.uk', hash: 'md5:1' });
    const given = request({ evidence: [{ ref: 'a shelf mark', hash: 'x', kind: 'source' }] });
    const bare = await append(given);
    expect(bare.entry.evidence[0]).toMatchObject({ check: 'unknown', domain: given.writer.actorRoot });
  });

  test('asks a supersede-propose for a successor that exists and is another claim', async () => {
    const propose = (ref: string) =>
      request({ kind: 'supersede-propose', evidence: [{ ref, hash: 'x', kind: 'source' }] });
    expect(await reasonOf(propose('https://a.example/'))).toBe('denied:successor_missing');
    expect(await reasonOf(propose('wx://sky/claim/c1aaaaaaaaaaaaaaaaaaaaaaaaaa'))).toBe(
      'denied:successor_missing',
    );
    expect(await reasonOf(propose(claim))).toBe('denied:successor_missing');
    const { entry } = await append(propose(rival));
    expect(entry).toMatchObject({ successor: rival, authority: null });
  });

  test('freezes the authority of a writer that may supersede, on a proposal only', async () => {
    const writer = { actor: 'w', actorRoot: 'w', standing: 700, tokenId: 't', maySupersede: true };
    const evidence = [{ ref: rival, hash: 'x', kind: 'source' as const }];
    const proposal = await append(request({ writer, kind: 'supersede-propose', evidence }));
    expect(proposal.entry.authority).toBe('capability');
    expect((await append(request({ writer }))).entry.authority).toBeNull();
  });
});

describe('reading a ledger', () => {
  test('continues after an event and refuses an unknown one', async () => {
    const view = await viewOf(engine, 'sky');
    const whole = await engine.readLedger({ claim, view, after: null });
    if (!whole.ok) throw new Error(whole.refusal.reason);
    const [first, ...rest] = whole.value.entries;
    if (first === undefined) throw new Error('an empty ledger');
    const behind = await engine.readLedger({ claim, view, after: first.event_id });
    expect(behind).toMatchObject({ ok: true, value: { entries: rest } });
    const unknown = await engine.readLedger({ claim, view, after: 'e1unknown' });
    expect(unknown).toMatchObject({ ok: false, refusal: { reason: 'invalid:query' } });
  });

  test('shows only what had taken effect by then', async () => {
    const page = await engine.readLedger({
      claim,
      view: await viewOf(engine, 'sky', '2026-09-01'),
      after: null,
    });
    if (!page.ok) throw new Error(page.refusal.reason);
    expect(page.value.entries.map(({ actor_root }) => actor_root)).toEqual(['publisher:a.example']);
    expect(page.value.asOf).toBe('2026-09-01T23:59:59.999Z');
  });
});
