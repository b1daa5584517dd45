/**
 * Every operation, in both formats, in every way in which its contract says that it ends: once well, and for each of its
 * reasons. An operation or a reason without a case fails here, and so does a reason that no contract knows.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  COMMON_REASONS,
  ERROR_REASONS,
  type ErrorReason,
  REQUEST_REASONS,
} from '../../../../gateway/wire/error.ts';
import type { Body, Format, Received } from '../rest-fixture.ts';
import type { OperationCases, Success } from './cases.ts';
import { type Ending, exchange, OPERATIONS } from './exchange.ts';
import { MATRIX } from './matrix.ts';
import { openScene, type Scene } from './scene.ts';

/** Of no operation: there is none at the path, or no request that could be read. */
const OF_THE_PLANE: readonly ErrorReason[] = ['missing:route', 'invalid:http', 'limited:time'];
/** Words of the closed list that nothing says yet, or GraphQL alone (docs/spec/decisions.md#6-reasons). */
const RESERVED: readonly ErrorReason[] = [
  'denied:quota_exhausted',
  'payment:required',
  'upstream:error',
  'upstream:timeout',
];

it('has cases for every operation that is served', () => {
  const cased = MATRIX.map(({ contract }) => contract.id);
  expect(cased.toSorted()).toEqual(OPERATIONS.map(({ contract }) => contract.id).toSorted());
});

it.each(OPERATIONS)('has a case for each reason of $contract.id, and for no other', ({ contract }) => {
  const cases = MATRIX.find((one) => one.contract === contract);
  expect(Object.keys(cases?.refused ?? {}).toSorted()).toEqual(
    [...(contract.isStoreless === true ? REQUEST_REASONS : COMMON_REASONS), ...contract.reasons].toSorted(),
  );
});

it('names each reason of a refusal under an operation, the plane or the reserved ones', () => {
  const said = MATRIX.flatMap(({ refused }) => Object.keys(refused));
  expect([...new Set([...said, ...OF_THE_PLANE, ...RESERVED])].toSorted()).toEqual(
    Object.keys(ERROR_REASONS).toSorted(),
  );
  for (const reason of [...OF_THE_PLANE, ...RESERVED]) expect(said).not.toContain(reason);
});

it('knows of every word that an operation reserves that nothing says it', () => {
  const reserved = OPERATIONS.flatMap(({ contract: { id, reserved = [] } }) =>
    reserved.map((word) => [id, word]),
  );
  expect(reserved.toSorted()).toEqual(
    ['agentSearch', 'appendEvidence', 'createAnnotation', 'listAnnotations', 'readItem', 'readLedger'].map(
      (id) => [id, 'upstream:error'],
    ),
  );
  for (const [, word] of reserved) expect(RESERVED).toContain(word);
});

describe.each(MATRIX)('$contract.id', (cases) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await openScene();
  });

  afterAll(() => scene[Symbol.asyncDispose]());

  it.each(endingsOf(cases))('ends with %s, in %s and in %s', async (ending, ...formats) => {
    await endInBothFormats({ scene, cases, ending, formats });
  });
});

type InOrder = readonly [Format, Format];
const JSON_FIRST: InOrder = ['json', 'cbor'];
const CBOR_FIRST: InOrder = ['cbor', 'json'];

/** What succeeds may store something, the first time: then it matters in which format that was. */
function endingsOf({ refused }: OperationCases): (readonly [Ending, ...InOrder])[] {
  // The cases have no other keys.
  const reasons = Object.keys(refused) as ErrorReason[];
  return [
    ['ok', ...JSON_FIRST],
    ['ok', ...CBOR_FIRST],
    ...reasons.map((one) => [one, ...JSON_FIRST] as const),
  ];
}

/**
 * What a refusal has in common with a success; a contradicted answer is stored
 * (docs/spec/decisions.md#5-contradiction).
 */
const REFUSALS: Readonly<Partial<Record<ErrorReason, Omit<Success, 'make'>>>> = {
  'conflict:contradiction': { stores: true },
  'limited:rate': { varies: ['error.retry_after_ms'] },
};

function caseOf({ ok, refused, contract }: OperationCases, ending: Ending): Success {
  if (ending === 'ok') return ok;
  const make = refused[ending];
  if (make === undefined) throw new Error(`${contract.id} has no case for ${ending}`);
  return { make, ...REFUSALS[ending] };
}

interface Ended {
  readonly scene: Scene;
  readonly cases: OperationCases;
  readonly ending: Ending;
  readonly formats: InOrder;
}

/** Refused, it stores nothing; repeated, it stores nothing more. */
async function endInBothFormats({ scene, cases, ending, formats: [one, other] }: Ended): Promise<void> {
  const { make, stores = false, isUnique = false, varies = [] } = caseOf(cases, ending);
  const { contract } = cases;
  const { store } = scene.fixture;
  const attempt = await make(scene);
  const before = await store.head();
  const first = await exchange({ scene, contract, attempt, format: one, ending });
  const after = await store.head();
  if (stores) expect(after.size).toBeGreaterThan(before.size);
  else expect(after).toEqual(before);
  const again = isUnique ? await make(scene) : attempt;
  const second = await exchange({ scene, contract, attempt: again, format: other, ending });
  if (!isUnique) expect(await store.head()).toEqual(after);
  expect(constantsOf(second, varies)).toEqual(constantsOf(first, varies));
}

/** The body, receipts included, without what differs from one time to the next and what is hashed from that. */
function constantsOf({ body }: Received, varies: readonly string[]): Body {
  if (varies.length === 0) return body;
  const copy = structuredClone(body);
  for (const path of [...varies, 'receipts', 'plan_receipt']) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const holder = names.reduce((value, name) => value?.[name], copy);
    if (holder !== undefined) delete holder[last];
  }
  return copy;
}
