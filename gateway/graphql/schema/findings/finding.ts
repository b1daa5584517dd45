import { createContextCache } from '@pothos/core';
import type { FindingCode, FindingReason, FindingsState } from '../../../../graph/log/entry.ts';
import type { FindingCut, FindingStretch } from '../../../../graph/store/ranges.ts';
import type { FindingRecord } from '../../../../graph/store/rows.ts';
import { builder } from '../../builder/builder.ts';
import { datedKey, type FindingKey, readDatedKey } from '../../builder/dated-key.ts';
import { type EnumValues, inCapitals } from '../../builder/enum-values.ts';
import { isAnswerId } from '../../builder/ids.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { pagesOf } from '../../lists/page-loader.ts';
import { tenantOf } from '../../session/session.ts';
import { holdsAt } from '../../views/view.ts';
import { AnswerType } from '../answers/answer-ref.ts';

const STATES: EnumValues<FindingsState> = {
  PASS: { description: 'It holds.' },
  WARN: { description: 'Something has changed that a reader should look at.' },
  FAIL: { description: 'It holds no more: contradicted, superseded, uncovered or damaged.' },
  UNKNOWN: { description: 'It was not judged, the store is away, or nothing supports an answer.' },
};

export const FindingsStateType = builder.enumType('FindingsState', {
  description: 'A verdict on an answer: it holds, needs a look, holds no more, or is not judged.',
  values: inCapitals(STATES),
});

const CODES: EnumValues<FindingCode> = {
  contradiction_authoritative: { description: 'An authority or a quorum contradicts the claim.' },
  superseded_contradicting: { description: 'What replaced the claim contradicts it.' },
  coverage_lost: { description: 'Without withdrawn artefacts nothing independent covers the claim.' },
  hash_mismatch: { description: 'Stored bytes no longer match the log.' },
  contested: { description: 'The claim is contested.' },
  superseded_refining: { description: 'What replaced the claim does not contradict it.' },
  artefact_withdrawn: { description: 'An artefact was withdrawn, and another still covers the claim.' },
  diversity_lost: { description: 'Withdrawals left fewer publishers behind the set.' },
  snapshot_stale: { description: 'The freshness window has passed: see freshUntil.' },
  licence_changed: { description: 'A document of the set has another licence now.' },
  belief_stale: { description: 'The support of the claim has aged away.' },
  newer_rival: { description: 'A rival of the same day or newer stands.' },
  not_evaluated: { description: 'Nothing is in the claim’s ledger.' },
  store_unavailable: { description: 'The verdict could not be read.' },
  no_support: { description: 'The answer is empty.' },
};

export const FindingCodeType = builder.enumType('FindingCode', {
  description: 'Why a verdict is what it is.',
  values: inCapitals(CODES),
});

/** Of lists of verdicts. */
export const STATES_WANTED = 'Verdicts that it changed to; by default all.';

export const FindingReasonType = builder.objectRef<FindingReason>('FindingReason').implement({
  description: 'Why a verdict is what it is.',
  fields: (t) => ({
    code: t.expose('code', { type: FindingCodeType, description: 'What was found.' }),
    claim: t.expose('claim', { type: 'ClaimAddress', nullable: true, description: 'Address of the claim.' }),
    artefact: t.exposeID('artefact', { nullable: true, description: 'a1…; null where it is of none.' }),
    event: t.exposeID('event', {
      nullable: true,
      description:
        'e1…, the ledger entry that did it: the newest open dispute of a claim that became contested or disputed; null where none did.',
    }),
  }),
});

const FINDING_ID = /^(ans_[^:]*):(0|[1-9]\d{0,14})$/;

/** A transition, reached from an answer that is seen at a time. */
export interface FindingNode extends FindingRecord {
  /** Null: the present, as it is where nothing is said. */
  readonly seenAt?: string | null;
}

/** Its id is that of its answer, and its position: transitions are found by their answer. */
export const FindingType = builder.loadableNodeRef<
  FindingNode | null,
  FindingKey,
  FindingKey,
  FindingKey,
  FindingNode
>('Finding', {
  id: { resolve: ({ seq, body, seenAt = null }) => datedKey(`${body.answer_id}:${seq}`, seenAt) },
  load: loadFindings,
  loaderOptions,
});

export const FindingConnectionType = connectionType(FindingType, 'Finding');

FindingType.implement({
  description: 'A verdict of an answer that changed.',
  fields: (t) => ({
    seq: t.expose('seq', {
      type: 'LogPosition',
      description: 'Position in the log: what a subscription resumes after.',
    }),
    answerId: t.id({ description: 'ans_…', resolve: ({ body }) => body.answer_id }),
    answer: t.field({
      type: AnswerType,
      nullable: true,
      description: 'With its verdict as of the time that is asked for, and as of now where none is.',
      resolve: ({ body, seenAt = null }) => datedKey(body.answer_id, seenAt),
    }),
    from: t.field({
      type: FindingsStateType,
      description: 'The verdict before; UNKNOWN before the first.',
      resolve: ({ body }) => body.from,
    }),
    to: t.field({
      type: FindingsStateType,
      description: 'The verdict from then on.',
      resolve: ({ body }) => body.to,
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it changed, RFC 3339 UTC with ms.' }),
    reasons: t.field({
      type: [FindingReasonType],
      description: 'Of the later verdict.',
      resolve: ({ body }) => body.reasons,
    }),
  }),
});

async function loadFindings(
  keys: readonly FindingKey[],
  { engine, session: { tenant } }: GraphqlContext,
): Promise<(FindingNode | null)[]> {
  const places = keys.map(readKey);
  const known = places.filter((place) => place !== null);
  if (tenant === null || known.length === 0) return keys.map(() => null);
  const pages = await engine.store.ranges('findingsOf', { tenant, by: known, limit: 1, newestFirst: false });
  const found = new Map(known.map((place, index) => [place, seenIn(pages[index]?.[0], place.seenAt)]));
  return places.map((place) => (place === null ? null : (found.get(place) ?? null)));
}

/** One that came later is as if there were none. */
function seenIn(record: FindingRecord | undefined, seenAt: string | null): FindingNode | null {
  return record !== undefined && holdsAt(seenAt, record.at) ? { ...record, seenAt } : null;
}

/** Null for what names none. */
function readKey(key: FindingKey): (FindingStretch & { readonly seenAt: string | null }) | null {
  const { id: name, asOf: seenAt } = readDatedKey(key);
  const [, id = '', seq] = FINDING_ID.exec(name) ?? [];
  return isAnswerId(id) ? { answer: id, after: Number(seq) - 1, before: Number(seq) + 1, seenAt } : null;
}

/** Verdicts of answers of the caller's organisation. */
export const findingPages = createContextCache(({ engine, session }: GraphqlContext) =>
  pagesOf<FindingStretch, FindingCut, FindingRecord>(
    ({ answer }) => answer,
    ({ states }) => states,
    (places, cut) => engine.store.ranges('findingsOf', { tenant: tenantOf(session), by: places, ...cut }),
  ),
);
