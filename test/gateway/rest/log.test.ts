/** The log as clients of C2SP tlog-tiles read it: no envelope but for refusals, and no tenant's data. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseVerifier, verifierText, verifyCheckpoint } from '../../../graph/log/checkpoint.ts';
import { readKeyList, trusted } from '../../../graph/log/key-list.ts';
import { LOG_KEY_NOTE, LOG_KEYS_NOTE, logKeysText } from '../../../graph/log/log-keys.ts';
import { verifyConsistency, verifyInclusion } from '../../../graph/log/merkle.ts';
import type { LogWriter } from '../../../graph/log/writer.ts';
import { narrowed } from './matrix/scene.ts';
import { CORPUS, openRestFixture, type RestFixture, send } from './rest-fixture.ts';

const LENGTH_BYTES = 2;
const TILE = 256;
const HASH = 32;
const fromHex = (text: string): Uint8Array => Buffer.from(text, 'hex');

let fixture: RestFixture;
let size: number;
let token: string;

beforeAll(async () => {
  fixture = await openRestFixture();
  await lengthen(fixture.engine.writer, 700);
  ({ size } = await fixture.store.head());
  token = await fixture.mint({ capabilities: ['svc.log'] });
  ({ size } = await fixture.store.head());
});

afterAll(() => fixture[Symbol.asyncDispose]());

async function lengthen(writer: LogWriter, count: number): Promise<void> {
  await writer.append(async () => ({
    entries: Array.from({ length: count }, (_, n) => ({
      corpus: null,
      tenant: null,
      effectiveAt: null,
      body: { type: 'key.revoked', key_id: `tk_${n}` } as const,
    })),
    result: () => undefined,
  }));
}

/** As a client that knows nothing of envelopes asks. */
async function plain(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fixture.rest()(new Request(`http://engine.example${path}`, { headers }));
}

async function bytesAt(path: string, headers?: Readonly<Record<string, string>>): Promise<Buffer> {
  const response = await plain(path, headers);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  return Buffer.from(await response.arrayBuffer());
}

describe('the checkpoint', () => {
  it('is the signed note as text, under the key of the well-known place', async () => {
    const response = await plain('/v1/log/checkpoint');
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const key = await (await plain('/.well-known/adduce-log-keys')).text();
    const verifier = parseVerifier(key.trim());
    const note = await response.text();
    expect(verifier && verifyCheckpoint(note, verifier)?.size).toBe(size);
    const { body } = await send(fixture.rest(), '/v1/log/checkpoint');
    expect(body.checkpoint.note).toBe(note);
  });

  it('is of a key in a list that any client of verifier keys can read, also after a rotation', async () => {
    const before = await fixture.store.note(LOG_KEY_NOTE);
    const young = generateKeyPairSync('ed25519').publicKey;
    const old = { verifier: parseVerifier(before!)!, fromSize: 0, untilSize: 12 };
    const now = trusted({ name: old.verifier.name, key: young });
    await fixture.store.transact((tx) => tx.saveNote(LOG_KEYS_NOTE, logKeysText([old, now])));
    try {
      const text = await (await plain('/.well-known/adduce-log-keys')).text();
      expect(text).toBe(
        `${verifierText(now.verifier)}\n# retired, signed trees of 0 to 12 entries: ${before}\n`,
      );
      expect(readKeyList(text)).toMatchObject({ ok: true, keys: [now, old] });
      const { body } = await send(fixture.rest(), '/.well-known/adduce-log-keys');
      expect(body.log_keys.keys.map(({ until_size }: { until_size: unknown }) => until_size)).toEqual([
        null,
        12,
      ]);
    } finally {
      await fixture.store.transact((tx) => tx.saveNote(LOG_KEYS_NOTE, logKeysText([trusted(old.verifier)])));
    }
  });

  it.each([
    ['*/*', 'text/plain; charset=utf-8'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/plain; charset=utf-8'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/cbor', 'application/cbor'],
    ['application/cbor, text/plain;q=0.5', 'application/cbor'],
  ])('is sent to a caller that accepts %s as %s', async (accept, type) => {
    expect((await plain('/v1/log/checkpoint', { accept })).headers.get('content-type')).toBe(type);
  });

  it('is refused to a caller that accepts none of its forms, which the refusal names', async () => {
    const response = await plain('/v1/log/checkpoint', { accept: 'image/png' });
    const { error } = await response.json();
    expect([response.status, error.reason]).toEqual([406, 'invalid:accept']);
    expect(error.message).toContain('text/plain');
  });

  it('has no body for HEAD', async () => {
    const rest = fixture.rest();
    const response = await rest(new Request('http://engine.example/v1/log/checkpoint', { method: 'HEAD' }));
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(0);
    expect(await response.text()).toBe('');
  });
});

describe('proofs', () => {
  it.each([0, 1, 255, 256, 511])('show that entry %i is in trees of every kind of size', async (index) => {
    for (const tree of [index + 1, 512, 513, size].filter((one) => one > index)) {
      const path = `/v1/log/proof/inclusion?index=${index}&size=${tree}`;
      const { inclusion } = (await send(fixture.rest(), path)).body;
      const proof = inclusion.hashes.map(fromHex);
      const [leaf, root] = [fromHex(inclusion.leaf_hash), fromHex(inclusion.root)];
      expect(verifyInclusion(leaf, index, tree, proof, root)).toBe(true);
      expect(inclusion.root).toBe(await rootAt(tree));
    }
  });

  it.each([
    [0, 0],
    [0, 700],
    [1, 2],
    [256, 700],
    [700, 700],
    [511, 513],
  ])('show that the tree of %i grew to that of %i', async (oldSize, tree) => {
    const path = `/v1/log/proof/consistency?old_size=${oldSize}&size=${tree}`;
    const { consistency } = (await send(fixture.rest(), path)).body;
    const earlier = { size: oldSize, root: fromHex(consistency.old_root) };
    const later = { size: tree, root: fromHex(consistency.root) };
    expect(verifyConsistency(earlier, later, consistency.hashes.map(fromHex))).toBe(true);
    expect([consistency.old_root, consistency.root]).toEqual([await rootAt(oldSize), await rootAt(tree)]);
  });

  it.each([
    ['inclusion?index=0&size=0', 400, 'invalid:query'],
    ['inclusion?index=7&size=7', 400, 'invalid:query'],
    ['inclusion?index=8&size=7', 400, 'invalid:query'],
    ['inclusion', 400, 'invalid:query'],
    ['inclusion?size=7', 400, 'invalid:query'],
    ['inclusion?index=', 400, 'invalid:query'],
    ['inclusion?index=-1', 400, 'invalid:query'],
    ['inclusion?index=1.5', 400, 'invalid:query'],
    ['inclusion?index=1e3', 400, 'invalid:query'],
    ['inclusion?index=0x10', 400, 'invalid:query'],
    ['inclusion?index=1&index=2', 400, 'invalid:query'],
    ['inclusion?index=9007199254740993', 400, 'invalid:query'],
    ['inclusion?index=99999999999999999999999', 400, 'invalid:query'],
    ['inclusion?index=999999999999999', 404, 'missing:entry'],
    ['inclusion?index=1&size=999999999999999', 404, 'missing:entry'],
    ['consistency', 400, 'invalid:query'],
    ['consistency?old_size=3&size=2', 400, 'invalid:query'],
    ['consistency?old_size=3&size=0', 400, 'invalid:query'],
    ['consistency?old_size=one', 400, 'invalid:query'],
    ['consistency?old_size=999999999999999', 404, 'missing:entry'],
    ['consistency?old_size=1&size=999999999999999', 404, 'missing:entry'],
  ])('%s ends with %i %s', async (path, status, reason) => {
    const reply = await send(fixture.rest(), `/v1/log/proof/${path}`);
    expect([reply.status, reply.body.error.reason]).toEqual([status, reason]);
  });

  it('cannot be had of a log without entries, whose checkpoint is of the empty tree', async () => {
    await using empty = await openRestFixture({ isEmpty: true });
    const { body } = await send(empty.rest(), '/v1/log/checkpoint');
    const root = createHash('sha256').digest('hex');
    expect(body.checkpoint).toMatchObject({ size: 0, root });
    const none = await send(empty.rest(), '/v1/log/proof/inclusion?index=0');
    expect([none.status, none.body.error.reason]).toEqual([404, 'missing:entry']);
    const nothing = await send(empty.rest(), '/v1/log/proof/consistency?old_size=0');
    expect(nothing.body.consistency).toEqual({ old_size: 0, old_root: root, size: 0, root, hashes: [] });
    expect((await send(empty.rest(), '/v1/log/tile/0/000.p/1')).status).toBe(404);
  });
});

async function rootAt(tree: number): Promise<string> {
  if (tree === 0) return createHash('sha256').digest('hex');
  const [newest] = await fixture.store.entries({ after: tree - 2, limit: 1, types: null });
  return newest?.root ?? '';
}

describe('tiles', () => {
  it('are hashes side by side, which anybody may keep for ever', async () => {
    const response = await plain('/v1/log/tile/0/001');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const full = await bytesAt('/v1/log/tile/0/001');
    expect(full).toHaveLength(TILE * HASH);
    const [first] = await fixture.store.entries({ after: TILE - 1, limit: 1, types: null });
    const leaf = createHash('sha256').update(Buffer.of(0)).update(first!.bytes).digest();
    expect(full.subarray(0, HASH)).toEqual(leaf);
  });

  it('stand on those below them', async () => {
    const [above, below] = [await bytesAt('/v1/log/tile/1/000.p/2'), await bytesAt('/v1/log/tile/0/001')];
    let level = Array.from({ length: TILE }, (_, n) => below.subarray(n * HASH, (n + 1) * HASH));
    while (level.length > 1) {
      level = Array.from({ length: level.length / 2 }, (_, n) => {
        const hash = createHash('sha256').update(Buffer.of(1));
        return hash
          .update(level[2 * n]!)
          .update(level[2 * n + 1]!)
          .digest();
      });
    }
    expect(above.subarray(HASH)).toEqual(level[0]);
  });

  it('are there in part as far as the log goes, and no further', async () => {
    const width = size % TILE;
    expect(await bytesAt(`/v1/log/tile/0/002.p/${width}`)).toHaveLength(width * HASH);
    for (const path of [`0/002.p/${width + 1}`, '0/002', '0/003', '1/000', '1/000.p/3', '2/000.p/1']) {
      const reply = await send(fixture.rest(), `/v1/log/tile/${path}`);
      expect([path, reply.status, reply.body.error.reason]).toEqual([path, 404, 'missing:tile']);
    }
  });

  it('come by one address each, with its slashes encoded or not', async () => {
    expect(await bytesAt('/v1/log/tile/0/000.p%2F7')).toEqual(await bytesAt('/v1/log/tile/0/000.p/7'));
    for (const path of [
      '00/000',
      '-1/000',
      '64/000',
      '0/0',
      '0/x000/000',
      '0/000.p/256',
      '0/000.p/0',
      'x/000',
    ]) {
      expect([path, (await plain(`/v1/log/tile/${path}`)).status]).toEqual([path, 404]);
    }
  });
});

describe('entry bundles', () => {
  const path = '/v1/log/tile/entries/000';
  const bearer = () => ({ authorization: `Bearer ${token}` });

  it('hold what the leaves are hashes of, for a holder of svc.log', async () => {
    const bundle = await bytesAt(path, bearer());
    const leaves = await bytesAt('/v1/log/tile/0/000');
    let at = 0;
    for (let index = 0; index < TILE; index++) {
      const end = at + LENGTH_BYTES + bundle.readUInt16BE(at);
      const entry = bundle.subarray(at + LENGTH_BYTES, end);
      const leaf = createHash('sha256').update(Buffer.of(0)).update(entry).digest();
      expect(leaf).toEqual(leaves.subarray(index * HASH, (index + 1) * HASH));
      at = end;
    }
    expect(at).toBe(bundle.length);
    expect((await plain(path, bearer())).headers.get('cache-control')).toContain('private');
  });

  it('show no entry to anybody else, whatever is enforced and however open the answers are', async () => {
    const self = (await send(fixture.rest(), '/v1/keys', { method: 'POST' })).body.token;
    const key = await fixture.mintKey('acme');
    const every = await fixture.mint({ capabilities: ['wiki.search', 'svc.evidence', 'svc.supersede'] });
    for (const config of [{}, { enforce: 'off' }, { engineAuth: 'open' }] as const) {
      for (const one of [null, self, key, every, narrowed(token, { caps: [] })]) {
        const { status, body } = await send(fixture.rest(config), path, { token: one });
        expect(status).toBe(403);
        expect(body).not.toHaveProperty('bundle');
      }
    }
  });

  it.each([{ corpora: [CORPUS] }, { prefixes: [`wx://${CORPUS}/`] }])(
    'are closed to a token narrowed to %o',
    async (restrictions) => {
      const { body } = await send(fixture.rest(), path, { token: narrowed(token, restrictions) });
      expect(body.error.reason).toBe('denied:corpus_forbidden');
    },
  );

  it('cannot be minted by self-service', async () => {
    const { body } = await send(fixture.rest(), '/v1/keys', { method: 'POST' });
    expect(body.capabilities).not.toContain('svc.log');
  });
});

describe('an entry that is longer than a bundle can say', () => {
  it('is refused in that form, and comes in JSON', async () => {
    await using own = await openRestFixture({ isEmpty: true });
    await own.engine.writer.append(async () => ({
      entries: [
        {
          corpus: null,
          tenant: null,
          effectiveAt: null,
          body: { type: 'key.revoked', key_id: 'x'.repeat(70_000) } as const,
        },
      ],
      result: () => undefined,
    }));
    const bearer = await own.mint({ capabilities: ['svc.log'] });
    const request = new Request('http://engine.example/v1/log/tile/entries/000.p/1', {
      headers: { authorization: `Bearer ${bearer}` },
    });
    const refusedOne = await own.rest()(request);
    expect([refusedOne.status, (await refusedOne.json()).error.reason]).toEqual([406, 'invalid:accept']);
    const { body } = await send(own.rest(), '/v1/log/tile/entries/000.p/1', { token: bearer });
    expect(Buffer.from(body.bundle.entries[0], 'base64').length).toBeGreaterThan(70_000);
  });
});
