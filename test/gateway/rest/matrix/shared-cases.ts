/** Cases that many operations share: each is the operation's successful request with one fault in it. */
import { CAPABILITIES } from '../../../../engine/keys/capabilities.ts';
import type {
  BODY_REASONS,
  CAPABILITY_REASONS,
  COMMON_REASONS,
  KEY_REASONS,
  REQUEST_REASONS,
  TOKEN_REASONS,
} from '../../../../gateway/wire/error.ts';
import { BODY_LIMITS } from '../../../../graph/canonical.ts';
import { StoreUnavailable } from '../../../../graph/store/store.ts';
import { OTHER_CORPUS, requestTo } from '../rest-fixture.ts';
import { changed, type Make } from './cases.ts';
import { CALLER, failing, narrowed, sendOverlong } from './scene.ts';

type Cases<Reasons extends readonly string[]> = Readonly<Record<Reasons[number], Make>>;

/** What no reply may repeat. */
export const INSIDE = 'connection to db-7.inside refused';
const MINUTE_LATER = '2026-11-21T09:01:00.000Z';
/** What a caller is admitted by; with the rest of the store gone the operation itself fails. */
const ADMISSION: readonly string[] = ['ranges revocations', 'records keysByHash'];
const NAN_IN_CBOR = Buffer.from('a16171f97e00', 'hex');

/**
 * What any operation may be refused for.
 * @param stillThere reads of the store that go on where the operation fails (`readName`): `[]` where it only admits its caller
 */
export function commonCases(
  ok: Make,
  stillThere: readonly string[] = ADMISSION,
): Cases<typeof COMMON_REASONS> {
  const without = (fault: Error) =>
    changed(ok, ({ bearer }, scene) => ({
      rest: failing(scene, fault, stillThere),
      isTurnedAway: stillThere.length === 0 && bearer !== undefined,
    }));
  return {
    ...requestCases(ok),
    'internal:fault': without(new Error(INSIDE)),
    'upstream:unavailable': without(new StoreUnavailable(INSIDE)),
  };
}

/** What any request may be refused for. */
export function requestCases(ok: Make): Cases<typeof REQUEST_REASONS> {
  return {
    'denied:host': changed(ok, (_, scene) => ({ rest: scene.serving({ answersTo: () => false }) })),
    'invalid:method': changed(ok, () => ({ method: 'PATCH', body: undefined })),
    'invalid:accept': changed(ok, () => ({ headers: { accept: 'text/html, image/*;q=0.9' } })),
    'invalid:headers': changed(ok, (_, scene) => ({ rest: (request) => sendOverlong(scene.rest, request) })),
  };
}

/** A member too many, and bodies that nobody reads. */
export function bodyCases(ok: Make): Cases<typeof BODY_REASONS> {
  return {
    'invalid:body': changed(ok, ({ body }) => ({ body: { ...asObject(body), unexpected: 1 } })),
    'invalid:cbor': changed(ok, () => ({
      body: NAN_IN_CBOR,
      headers: { 'content-type': 'application/cbor' },
    })),
    'invalid:media_type': changed(ok, () => ({ headers: { 'content-type': 'text/plain' } })),
    'invalid:size': changed(ok, () => ({ body: Buffer.alloc(BODY_LIMITS.maxBytes + 1, ' ') })),
  };
}

function asObject(body: unknown): object {
  return typeof body === 'object' && body !== null ? body : {};
}

/** Tokens that are none, no more, or ended. */
export function tokenCases(ok: Make): Cases<typeof TOKEN_REASONS> {
  return {
    'denied:token_invalid': changed(ok, () => ({ bearer: 'rcx1.no.token' })),
    'denied:token_expired': changed(ok, async (_, { fixture }) => ({
      bearer: await fixture.mint({ capabilities: CAPABILITIES, ttl: 'PT1M' }),
      at: MINUTE_LATER,
    })),
    'denied:token_revoked': changed(ok, async (_, { fixture }) => {
      const bearer = await fixture.mint({ capabilities: CAPABILITIES });
      const grant = await fixture.engine.keys.verifyToken(bearer);
      if (!grant.ok) throw new Error(grant.refusal.message);
      await fixture.engine.keys.revoke(grant.value.tokenId);
      return { bearer };
    }),
  };
}

/** `denied:token_missing` */
export function tokenMissing(ok: Make): Make {
  return changed(ok, () => ({ bearer: undefined }));
}

/** `denied:capability_missing` */
export function capabilityMissing(ok: Make): Make {
  return changed(ok, (_, { token }) => ({ bearer: narrowed(token, { caps: [] }) }));
}

/** `denied:corpus_forbidden` */
export function corpusForbidden(ok: Make): Make {
  return changed(ok, (_, { token }) => ({ bearer: narrowed(token, { corpora: [OTHER_CORPUS] }) }));
}

/** All that a token may be refused for. */
export function capabilityCases(ok: Make): Cases<typeof CAPABILITY_REASONS> {
  return {
    ...tokenCases(ok),
    'denied:token_missing': tokenMissing(ok),
    'denied:capability_missing': capabilityMissing(ok),
    'denied:corpus_forbidden': corpusForbidden(ok),
  };
}

/** No key where one is needed, and one of nobody. */
export function keyCases(ok: Make): Cases<typeof KEY_REASONS> {
  return {
    'denied:key_missing': changed(ok, (_, scene) => ({
      bearer: undefined,
      rest: scene.serving({ engineAuth: 'required' }),
    })),
    'denied:key_invalid': changed(ok, () => ({ bearer: `adk_${'A'.repeat(43)}` })),
  };
}

/** The caller has had its one call a minute, of an operation of the same plane. */
export function rateLimited(ok: Make, plane: 'agent' | 'engine'): Make {
  return changed(ok, async ({ bearer }, scene) => {
    const rest = scene.serving({ ratePerMinute: 1 });
    const path = plane === 'agent' ? '/v1/stats' : '/v1/search?q=lake';
    const first = await rest(requestTo(path, { token: bearer ?? null }), CALLER);
    if (first.status !== 200) throw new Error(`the first call ended with ${first.status}`);
    return { rest };
  });
}
