/** Mints, verifies and revokes the keys of both planes over the log (docs/spec/decisions.md#7). */
import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto';
import { hashId } from '../../graph/address.ts';
import { base32 } from '../../graph/base32.ts';
import { sha256Hex } from '../../graph/digest.ts';
import type { NewEntry } from '../../graph/log/command.ts';
import type { EntryBody, KeyMinted } from '../../graph/log/entry.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import { readRange } from '../../graph/store/ranges.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { addMilliseconds, parseDuration } from '../../graph/time.ts';
import type { Clock } from '../ports.ts';
import { done, type Outcome, refused } from '../refusal.ts';
import { CAPABILITIES, type Capability, isCapability } from './capabilities.ts';
import type {
  KeyService,
  MintedKey,
  MintedToken,
  MintTokenRequest,
  RevokedTokens,
  TokenGrant,
} from './keys.ts';
import { isOrganisation, ORGANISATION_FORM } from './organisation.ts';
import { Revocations } from './revocations.ts';
import { createSignedTexts } from './signed-text.ts';
import { issueToken, isTokenId } from './token-chain.ts';
import { TokenVerifier } from './token-verifier.ts';

export interface KeyServiceOptions {
  readonly store: GraphStore;
  readonly writer: LogWriter;
  readonly clock: Clock;
  /** The private Ed25519 key that signs first blocks; all gateways of one store share it. */
  readonly tokenKey: KeyObject;
  /** This service's name; a token made for an audience is refused by every other, and by one without a name. */
  readonly audience?: string;
}

const KEY_PREFIX = 'adk_';
const KEY_BYTES = 32;
const KEY_FORM = /^adk_[A-Za-z0-9_-]{43}$/;
const ACTOR_BYTES = 16;
const ACTOR_FORM = /^[A-Za-z0-9][A-Za-z0-9._:@/-]{0,127}$/;
const MAX_TTL_MS = 3_650 * 24 * 60 * 60 * 1_000;
const MAX_STANDING = 1_000;
/** Of a wrong value, in the refusal of it. */
const MAX_SHOWN = 128;

export function createKeyService(options: KeyServiceOptions): KeyService & Disposable {
  const { store, writer, clock, tokenKey } = options;
  const revocations = new Revocations(store);
  const verifier = new TokenVerifier({
    key: createPublicKey(tokenKey),
    audience: options.audience ?? null,
    revocations,
  });
  const revokeWhere = async (keyId: string, mayBeUnknown: boolean) => {
    const revoked = await appendRevocation(writer, keyId, mayBeUnknown);
    if (revoked) revocations.add(keyId);
    return revoked;
  };
  return {
    verifyToken: (token) => verifier.verify(token, clock.now()),
    verifyKey: (key) => verifyKey(store, key),
    mintToken: (request) => mintToken(options, request),
    mintKey: (org) => mintKey(writer, org),
    isRevoked: (keyIds) => revocations.includesAny(keyIds),
    texts: createSignedTexts(tokenKey),
    revoke: (keyId) => revokeWhere(keyId, false),
    revokeOwn: async ({ tokenId }: TokenGrant, keyId) => tokenId === keyId && revokeWhere(keyId, true),
    revokedTokens: (after, limit) => revokedTokens(store, after, limit),
    [Symbol.dispose]: () => revocations[Symbol.dispose](),
  };
}

/** Read from the store each time: the index gives it at once, and a revoked key is refused from its commit on. */
async function verifyKey(store: GraphStore, key: string): Promise<Outcome<{ keyId: string; org: string }>> {
  const record = KEY_FORM.test(key) ? await readRecord(store, 'keysByHash', hashOfKey(key)) : null;
  const org = record?.body.org ?? null;
  if (record === null || record.revoked || record.body.kind !== 'engine' || org === null) {
    return refused('denied:key_invalid', 'this API key is unknown or has been revoked');
  }
  return done({ keyId: record.body.key_id, org });
}

async function mintToken(
  { writer, clock, tokenKey }: KeyServiceOptions,
  request: MintTokenRequest,
): Promise<Outcome<MintedToken>> {
  const checked = checkMint(request);
  if (!checked.ok) return checked;
  const { capabilities, ttlMs } = checked.value;
  const iat = clock.now();
  const expires_at = addMilliseconds(iat, ttlMs);
  const actor = request.actor ?? `ac_${base32(randomBytes(ACTOR_BYTES))}`;
  const root = { actor, standing: request.standing, iat, caps: capabilities, exp: expires_at };
  const { token, id } = issueToken(root, tokenKey);
  await appendMinted(writer, {
    type: 'key.minted',
    key_id: id,
    kind: 'token',
    key_hash: null,
    org: null,
    actor,
  });
  return done({ token, token_id: id, actor, capabilities, expires_at });
}

/** Whether such a token can be minted: `invalid:body` with the wrong value and what it may be. Pure. */
export function checkMint(request: MintTokenRequest): Outcome<{ capabilities: Capability[]; ttlMs: number }> {
  const capabilities = [...new Set(request.capabilities)].filter(isCapability);
  const unknown = request.capabilities.find((name) => !isCapability(name));
  if (unknown !== undefined) {
    const known = CAPABILITIES.join(', ');
    return refused('invalid:body', `there is no capability ${shown(unknown)}: there are ${known}`);
  }
  const ttlMs = parseDuration(request.ttl);
  if (ttlMs === null || ttlMs === 0 || ttlMs > MAX_TTL_MS) {
    const accepts = 'an ISO 8601 duration of at most P3650D, such as P30D';
    return refused('invalid:body', `the lifetime ${shown(request.ttl)} is not ${accepts}`);
  }
  const { standing, actor } = request;
  if (standing !== null && !(Number.isSafeInteger(standing) && standing >= 0 && standing <= MAX_STANDING)) {
    return refused('invalid:body', `the standing ${standing} is no whole number from 0 to ${MAX_STANDING}`);
  }
  if (actor !== null && !ACTOR_FORM.test(actor)) {
    const accepts = '1 to 128 letters, digits and . _ : @ / -, the first a letter or digit';
    return refused('invalid:body', `the actor ${shown(actor)} is not ${accepts}`);
  }
  return done({ capabilities, ttlMs });
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN));
}

async function mintKey(writer: LogWriter, org: string): Promise<MintedKey> {
  if (!isOrganisation(org)) throw new RangeError(`an organisation's name has ${ORGANISATION_FORM}`);
  const key = `${KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  const key_hash = hashOfKey(key);
  const key_id = hashId('ak_', key_hash);
  await appendMinted(writer, { type: 'key.minted', key_id, kind: 'engine', key_hash, org, actor: null });
  return { key, key_id, org };
}

function hashOfKey(key: string): string {
  return sha256Hex(Buffer.from(key));
}

function appendMinted(writer: LogWriter, body: KeyMinted): Promise<void> {
  return writer.append(async () => ({ entries: [serviceEntry(body)], result: () => undefined }));
}

/** @param mayBeUnknown for a block that was added offline and is not in the log */
function appendRevocation(writer: LogWriter, keyId: string, mayBeUnknown: boolean): Promise<boolean> {
  return writer.append(async (state) => {
    const [key = null] = await state.records('keys', [keyId]);
    if (key === null && !mayBeUnknown) return { entries: [], result: () => false };
    const entries = key?.revoked ? [] : [serviceEntry({ type: 'key.revoked', key_id: keyId })];
    return { entries, result: () => true };
  });
}

async function revokedTokens(store: GraphStore, after: number, limit: number): Promise<RevokedTokens> {
  const revoked = await readRange(store, 'revocations', { after }, { limit });
  const tokens = revoked.flatMap(({ keyId, seq }) => (isTokenId(keyId) ? [{ tokenId: keyId, seq }] : []));
  return { tokens, next: revoked.length < limit ? null : (revoked.at(-1)?.seq ?? null) };
}

function serviceEntry(body: EntryBody): NewEntry {
  return { corpus: null, tenant: null, effectiveAt: null, body };
}
