/**
 * The order of checks (docs/spec/decisions.md#6-order): of two faults in one request the earlier one is reported, and
 * nothing is stored.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Handle } from '../../../../gateway/http/connection.ts';
import type { ErrorReason } from '../../../../gateway/wire/error.ts';
import { claimIdOf } from '../../../../graph/address.ts';
import { NOW, OTHER_CORPUS, received, requestTo, type Sent } from '../rest-fixture.ts';
import { CALLER, narrowed, openScene, type Scene, UNKNOWN_CLAIM } from './scene.ts';

/** A request that is good until faults are put into it. */
interface Draft {
  readonly scene: Scene;
  rest: Handle;
  /** Whether the server has counted a call of this caller before. */
  hasCalled: boolean;
  path: string;
  token: string | null;
  body: Record<string, unknown>;
  /** What is sent instead of the body. */
  raw: Uint8Array | null;
  headers: Record<string, string>;
  at: string;
}

interface Fault {
  readonly reason: ErrorReason;
  readonly put: (draft: Draft) => void | Promise<void>;
}

const LATER = '2026-11-21T09:01:00.000Z';

const rate: Fault = {
  reason: 'limited:rate',
  put: (draft) => {
    draft.rest = draft.scene.serving({ ratePerMinute: 1 });
    draft.hasCalled = true;
  },
};
const noToken: Fault = {
  reason: 'denied:token_missing',
  put: (draft) => {
    draft.token = null;
  },
};
const expired: Fault = {
  reason: 'denied:token_expired',
  put: (draft) => {
    narrow(draft, { exp: LATER });
    draft.at = LATER;
  },
};
const noCapability: Fault = {
  reason: 'denied:capability_missing',
  put: (draft) => narrow(draft, { caps: [] }),
};
const otherCorpus: Fault = {
  reason: 'denied:corpus_forbidden',
  put: (draft) => narrow(draft, { corpora: [OTHER_CORPUS] }),
};
const notJson: Fault = {
  reason: 'invalid:body',
  put: (draft) => {
    draft.raw = Buffer.from('{');
  },
};
const badKind: Fault = {
  reason: 'invalid:body',
  put: ({ body }) => {
    body.kind = 'nonsense';
  },
};
const badKey: Fault = {
  reason: 'invalid:idempotency_key',
  put: ({ headers }) => {
    headers['idempotency-key'] = 'two words';
  },
};

function narrow(draft: Draft, restrictions: Parameters<typeof narrowed>[1]): void {
  if (draft.token !== null) draft.token = narrowed(draft.token, restrictions);
}

/** First to last. */
const EVIDENCE: Readonly<Record<string, Fault>> = {
  'the rate': rate,
  'the address': {
    reason: 'invalid:addr',
    put: (draft) => {
      draft.path = '/v1/claims/c1no/evidence';
    },
  },
  'the lack of a token': noToken,
  'its time': expired,
  'its capability': noCapability,
  'its corpora': otherCorpus,
  'the encoding of the body': notJson,
  'the lack of evidence': {
    reason: 'denied:evidence_missing',
    put: ({ body }) => {
      body.evidence = [];
    },
  },
  'the rest of the body': badKind,
  'the claim': {
    reason: 'missing:claim',
    put: (draft) => {
      draft.path = `/v1/claims/${UNKNOWN_CLAIM}/evidence`;
    },
  },
  'the Idempotency-Key': badKey,
};

/** Its address stands in the body, so that it comes behind it. */
const ANNOTATION: Readonly<Record<string, Fault>> = {
  'the rate': rate,
  'the lack of a token': noToken,
  'its time': expired,
  'its capability': noCapability,
  'the encoding of the body': notJson,
  'the rest of the body': badKind,
  'the address': {
    reason: 'invalid:addr',
    put: ({ body }) => {
      body.target = String(body.target).replace('/claim/', '/page/');
    },
  },
  'the corpus': {
    reason: 'invalid:corpus_unknown',
    put: ({ body }) => {
      body.target = String(body.target).replace('wx://lakes/', 'wx://nowhere/');
    },
  },
  "the token's corpora": otherCorpus,
  'the Idempotency-Key': badKey,
};

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});

afterAll(() => scene[Symbol.asyncDispose]());

function evidence(): Pick<Draft, 'path' | 'body'> {
  const item = { ref: 'https://sounding.example/1', hash: 'x', kind: 'source' };
  return {
    path: `/v1/claims/${claimIdOf(scene.claim)}/evidence`,
    body: { kind: 'dispute', evidence: [item] },
  };
}

function annotation(): Pick<Draft, 'path' | 'body'> {
  const citation = { ref: 'https://survey.example/survey' };
  return { path: '/v1/annotations', body: { target: scene.claim, body: 'x', citation, kind: 'note' } };
}

/** Status, and the reason of a refusal. */
async function end(good: Pick<Draft, 'path' | 'body'>, faults: readonly Fault[]) {
  const { rest, token } = scene;
  const draft: Draft = { scene, rest, hasCalled: false, token, raw: null, headers: {}, at: NOW, ...good };
  // The later fault first: where both want the same place, the earlier one has it.
  for (const { put } of faults.toReversed()) await put(draft);
  const { path, body, raw, headers, hasCalled, at } = draft;
  const sent: Sent = { method: 'POST', body: raw ?? body, token: draft.token, headers };
  scene.fixture.setTime(at);
  if (hasCalled) await draft.rest(requestTo('/v1/stats', { token: draft.token }), CALLER);
  const { size } = await scene.fixture.store.head();
  const reply = await received(await draft.rest(requestTo(path, sent), CALLER));
  scene.fixture.setTime(NOW);
  const stored = (await scene.fixture.store.head()).size - size;
  return { ending: reply.body.error?.reason ?? reply.status, stored };
}

function pairsOf(faults: Readonly<Record<string, Fault>>): [string, string, ErrorReason, Fault[]][] {
  const named = Object.entries(faults);
  return named.flatMap(([name, first], index) =>
    named
      .slice(index + 1)
      .map(([other, second]): [string, string, ErrorReason, Fault[]] => [
        name,
        other,
        first.reason,
        [first, second],
      ]),
  );
}

describe.each([
  ['an evidence append', EVIDENCE, evidence],
  ['an annotation', ANNOTATION, annotation],
] as const)('%s', (_, faults, good) => {
  it.each(Object.entries(faults))('is refused for %s alone', async (_name, fault) => {
    expect(await end(good(), [fault])).toEqual({ ending: fault.reason, stored: 0 });
  });

  it.each(pairsOf(faults))('is refused for %s before %s', async (_first, _second, reason, both) => {
    expect(await end(good(), both)).toEqual({ ending: reason, stored: 0 });
  });

  it('is stored without any', async () => {
    expect(await end(good(), [])).toEqual({ ending: 201, stored: 1 });
  });
});
