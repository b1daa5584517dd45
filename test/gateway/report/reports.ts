/** Trust reports of every shape, for tests of what is made of them. */
import type {
  ReportArtefact,
  ReportBelief,
  ReportClaim,
  ReportCounterEvidence,
  ReportEvent,
  TrustReport,
} from '../../../engine/trust-report/trust-report.ts';
import type { FindingsState } from '../../../graph/log/entry.ts';

export const BASE = 'https://adduce.example';
const AT = '2026-10-01T12:00:00.000Z';
const DIGEST = 'ab'.repeat(32);

/** What documents, people and operators wrote of a report: any text may stand in each. */
export interface Words {
  readonly question: string;
  readonly summary: string;
  readonly note: string;
  readonly sentence: string;
  readonly quote: string;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly licence: string;
  readonly lang: string;
  readonly published: string;
  readonly reason: string;
  readonly actor: string;
  readonly ref: string;
  readonly claim: string;
  readonly corpus: string;
}

export const PLAIN: Words = {
  question: 'How deep is Lake Vell?',
  summary: 'Lake Vell is 212 metres deep.',
  note: 'One document may not be used.',
  sentence: 'Lake Vell is 212 metres deep.',
  quote: 'Lake Vell is 212 metres deep.',
  title: 'A survey of lakes',
  url: 'https://survey.example/vell',
  domain: 'survey.example',
  licence: 'CC-BY-4.0',
  lang: 'en',
  published: '2024-05-02',
  reason: 'It was measured wrongly.',
  actor: 'publisher:survey.example',
  ref: 'https://survey.example/vell',
  claim: 'Lake Vell is 212 metres deep.',
  corpus: 'lakes',
};

/** The same text in every place that can hold one. */
export function everywhere(text: string): Words {
  // `PLAIN` has all of its keys.
  return Object.fromEntries(Object.keys(PLAIN).map((key) => [key, text])) as unknown as Words;
}

export interface Shape {
  readonly words?: Words;
  readonly state?: FindingsState;
  readonly sentences?: number;
  readonly claims?: number;
  readonly events?: number;
  readonly counterEvidence?: number;
  /** Beside the one that was taken. */
  readonly artefacts?: number;
  readonly transitions?: number;
  readonly leftOut?: number;
}

/** One of everything, where the shape does not say otherwise. */
export function reportOf(shape: Shape = {}): TrustReport {
  const { words = PLAIN, state = 'WARN', sentences = 1, claims = 1, events = 2 } = shape;
  const { counterEvidence = 1, artefacts = 1, transitions = 2, leftOut = 0 } = shape;
  return {
    answer_id: 'ans_ochods7ddgkqiujuwaguxgtrdh',
    question: words.question,
    mode: 'verified',
    as_of: null,
    corpus: { name: words.corpus, snapshot: '42.0123456789ab' },
    view: { seq: 41, until: '2026-10-01T23:59:59.999Z' },
    at: AT,
    seq: 42,
    position: {
      tree_size: 1_234,
      root: DIGEST,
      checkpoint: `adduce.example/log\n1234\n${Buffer.from(DIGEST, 'hex').toString('base64')}\n\n— adduce.example/log c2lnbmF0dXJl\n`,
      view: { seq: 1_233, until: '2026-10-02T23:59:59.999Z' },
      observed_at: AT,
      fresh_until: '2026-10-08T12:00:00.000Z',
    },
    trust: {
      findings_state: state,
      reasons: [{ code: 'newer_rival', claim: claimAddr(0) }],
      seq: 50,
      at: AT,
    },
    transitions: many(transitions, (index) => ({
      seq: 43 + index,
      at: AT,
      from: index === 0 ? 'UNKNOWN' : 'PASS',
      to: state,
      reasons: [{ code: 'artefact_withdrawn', claim: null, artefact: 'a1taken' }],
    })),
    summary: words.summary,
    note: words.note,
    sentences: many(sentences, (index) => ({
      text: sentences === 1 ? words.sentence : `${words.sentence} (${index})`,
      claims: [claimAddr(0)],
      citations: [{ artefact_id: 'a1taken', quote: words.quote, start: 10, end: 10 + words.quote.length }],
    })),
    claims: many(claims, (index) => claimOf(index, words, events)),
    counter_evidence: many(counterEvidence, (index) => counterOf(index, words)),
    checked: { searches: 4, sentences_read: 51, clear: 3 },
    artefacts: [
      artefactOf('a1taken', words, 'evidence'),
      ...many(artefacts, (index) =>
        artefactOf(`a1left${index}`, words, index === 0 ? 'counter_evidence' : 'looked_at'),
      ),
    ],
    evidence_set: {
      set_id: 'es_1',
      optimality: 'bounded',
      uncovered: [{ claim: claimAddr(0), wanted: 2, found: 1 }],
    },
    receipt: { receipt_id: 'rc_mjhlhuc1wg75up57e4en5t3wst', hash: DIGEST },
    left_out: {
      transitions: leftOut,
      sentences: leftOut,
      claims: leftOut,
      counter_evidence: leftOut,
      artefacts: leftOut,
    },
  };
}

/** As an answer that nothing supports. */
export function emptyReport(words: Words = PLAIN): TrustReport {
  const report = reportOf({
    words,
    state: 'UNKNOWN',
    sentences: 0,
    claims: 0,
    counterEvidence: 0,
    artefacts: 0,
  });
  return {
    ...report,
    summary: '',
    note: null,
    transitions: [],
    trust: { findings_state: 'UNKNOWN', reasons: [{ code: 'no_support', claim: null }], seq: -1, at: null },
    artefacts: [],
    position: { ...report.position, observed_at: null, fresh_until: null },
    evidence_set: { set_id: 'es_0', optimality: 'proved', uncovered: [] },
    checked: null,
  };
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function claimAddr(index: number): `wx://${string}/claim/c1${string}` {
  return `wx://lakes/claim/c1${'abcdefghij'[index % 10]?.repeat(26)}`;
}

function artefactOf(id: string, words: Words, part: ReportArtefact['part']): ReportArtefact {
  const isTaken = part === 'evidence';
  return {
    artefact_id: id as ReportArtefact['artefact_id'],
    title: words.title,
    url: words.url,
    domain: words.domain,
    publisher: words.domain,
    licence: words.licence,
    lang: words.lang,
    published: words.published,
    observed_at: '2026-05-02T09:00:00.000Z',
    last_observed_at: '2026-09-20T09:00:00.000Z',
    hash: DIGEST,
    part,
    taken: isTaken,
    reason: isTaken ? 'covers' : 'not_needed',
    covers: isTaken ? [claimAddr(0)] : [],
    freshness: 0.9321,
    withdrawn: isTaken
      ? {
          seq: 1_200,
          at: '2026-09-01T00:00:00.000Z',
          effective_at: '2026-05-02T09:00:00.000Z',
          reason: words.reason,
          by: words.actor,
          redacted: true,
        }
      : null,
  };
}

function counterOf(index: number, words: Words): ReportCounterEvidence {
  return {
    claim_id: claimAddr(0),
    artefact_id: 'a1left0' as ReportCounterEvidence['artefact_id'],
    reason: 'rival_value',
    action: index % 2 === 0 ? 'flagged' : 'disclosed',
    score: 0.87,
    quote: index % 3 === 2 ? '' : words.quote,
    start: 3,
    end: 30,
    found_by: 'graph',
  };
}

function claimOf(index: number, words: Words, events: number): ReportClaim {
  return {
    addr: claimAddr(index),
    text: words.claim,
    answered: { state: 'settled', effective_confidence: 0.7059 },
    belief: beliefOf(words, events),
  };
}

function beliefOf(words: Words, events: number): ReportBelief {
  return {
    state: 'contested',
    effective_confidence: 0.5217,
    superseded_by: claimAddr(3),
    support: 1_400_000,
    opposition: 1_200_000,
    vetted_support: 1_400_000,
    vetted_opposition: 1_100_000,
    events: events + 7,
    explained: many(events, (index) => eventOf(index, words)),
    flip: {
      kind: 'supersede-propose',
      by: 'newcomer',
      standing: 1_000,
      evidence: 'reproduction',
      successor: claimAddr(3),
      from: 'contested',
      to: 'superseded',
    },
  };
}

function eventOf(index: number, words: Words): ReportEvent {
  return {
    event_id: `e1${index}`,
    effective_at: '2026-05-02T09:00:00.000Z',
    kind: index % 2 === 0 ? 'corroborate' : 'dispute',
    actor_root: words.actor,
    vetted: index % 3 !== 0,
    open: index % 4 !== 3,
    evidence: many(1 + (index % 2), () => ({
      ref: words.ref,
      kind: 'source',
      domain: words.domain,
      check: 'match',
      weight: 700_000,
      decayed: 650_000,
      contribution: 650_000,
      discounts: ['standing', 'age'],
    })),
  };
}
