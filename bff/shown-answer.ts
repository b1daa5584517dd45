/**
 * An answer as the page shows it: its evidence comes from the verified receipt, so that an answer asked for now and one
 * opened later look alike.
 */
import { z } from 'zod';
import type {
  AnswerModeV1,
  AnswerSentenceV1,
  CheckedClaimV1,
  CounterfactualV1,
} from '../gateway/wire/answer-content.ts';
import type { AnswerArtefactV1 } from '../gateway/wire/answers.ts';
import type { FindingReasonV1, TrustV1 } from '../gateway/wire/findings.ts';
import type { AnswerReceipt, NamedDocumentV1 } from '../gateway/wire/receipt.ts';
import type { BesideReceipt } from './beside-receipt.ts';

/** A verdict: state, reasons and log position are of one transition. */
export type ShownTrust = Readonly<Omit<TrustV1, 'reasons'>> & {
  readonly reasons: readonly FindingReasonV1[];
};

/** A document behind the answer; `title` falls back to its id where only the receipt is at hand. */
export type ShownArtefact = Pick<
  AnswerArtefactV1,
  'artefact_id' | 'title' | 'url' | 'domain' | 'licence' | 'observed_at' | 'hash' | 'role'
> & {
  /** A language tag; null where it is not known. */
  readonly lang: string | null;
};

/** A document that retrieval found and the answer does not rest on. */
export interface LookedAt {
  readonly artefact_id: string;
  /** Null where no source has the title. */
  readonly title: string | null;
  readonly domain: string;
  readonly licence: string;
  /** A word such as `mirror` or `not_needed`. */
  readonly dropped: string;
}

/** Belief in a claim when the answer was made: it is part of the receipt and does not follow later events. */
export interface ShownBelief {
  readonly claim: string;
  readonly state: string;
  readonly effective_confidence: number;
}

/** The search for what disagrees with an answer's claims. */
export interface CounterfactualSearch {
  /** The kind of each search, a word such as `negation`, with the number of sections found. */
  readonly searches: readonly { readonly kind: string; readonly sections: number }[];
  readonly sentences: number;
  /** Documents found by the question in which nothing disagrees. */
  readonly clear: readonly ClearDocument[];
  /** How many further documents only these searches found. */
  readonly clear_elsewhere: number;
}

export type ClearDocument = Pick<LookedAt, 'artefact_id' | 'title' | 'domain'>;

export interface ShownAnswer extends BesideReceipt {
  readonly answer_id: string;
  readonly q: string;
  readonly mode: AnswerModeV1;
  readonly as_of: string | null;
  readonly corpus: { readonly name: string; readonly snapshot: string };
  readonly summary: string;
  readonly sentences: readonly AnswerSentenceV1[];
  readonly beliefs: readonly ShownBelief[];
  readonly artefacts: readonly ShownArtefact[];
  readonly counterfactuals: readonly CounterfactualV1[];
  /** How far the search for what disagrees went; null where it was not recorded. */
  readonly checked: CounterfactualSearch | null;
  readonly looked_at: readonly LookedAt[];
  readonly receipt: { readonly receipt_id: string; readonly hash: string };
  readonly trust: ShownTrust;
}

/** Facts of the answer beside its receipt. */
export interface Known extends BesideReceipt {
  readonly trust: ShownTrust;
  readonly artefacts?: readonly AnswerArtefactV1[];
  /** Receipts carry neither titles nor languages. */
  readonly documents: readonly NamedDocumentV1[];
}

const artefact = z.object({
  artefact_id: z.string(),
  doc_id: z.string(),
  url: z.string(),
  hash: z.string(),
  domain: z.string(),
  licence: z.string(),
  observed_at: z.string(),
});

const candidate = z.object({
  artefact_id: z.string(),
  domain: z.string(),
  licence: z.string(),
  dropped: z.string().nullable(),
});

const believed = z.object({
  addr: z.string(),
  belief: z.object({ state: z.string(), effective_confidence: z.number() }).nullable(),
});

/** The members of a receipt that the wire leaves open and the page shows. */
const shownContent = z.object({
  artefacts: z.array(artefact),
  candidates: z.array(candidate),
  claim_graph: z.object({ claims: z.array(believed) }),
  selection: z.object({
    result: z.object({ dropped: z.array(z.object({ id: z.string(), reason: z.string() })) }),
  }),
});
type ShownContent = z.infer<typeof shownContent>;

/** @param receipt already checked */
export function shownAnswer(receipt: AnswerReceipt, known: Known): ShownAnswer {
  const { answer_id, request, corpus, summary, sentences, claim_clusters, evidence_set } = receipt.content;
  const content = shownContent.parse(receipt.content);
  const counterfactuals = claim_clusters.flatMap((cluster) => cluster.counterfactuals);
  const cited = new Set(evidence_set.artefact_ids);
  const named = new Map(known.documents.map((one) => [one.artefact_id, one]));
  const titles = new Map(known.documents.map(({ artefact_id, title }) => [artefact_id, title]));
  const shown = new Set([...cited, ...counterfactuals.map((one) => one.artefact_id)]);
  return {
    answer_id,
    q: request.q,
    mode: request.mode,
    as_of: request.as_of,
    corpus: { name: corpus.name, snapshot: corpus.snapshot },
    summary,
    sentences,
    confidence: known.confidence,
    passages: known.passages,
    beliefs: content.claim_graph.claims.flatMap(beliefOf),
    artefacts: known.artefacts ?? content.artefacts.map((one) => fromReceipt(one, cited, named)),
    counterfactuals,
    checked: checkedOf(
      claim_clusters.flatMap((cluster) => cluster.checked ?? []),
      content,
      titles,
    ),
    looked_at: lookedAt(content, shown, titles),
    receipt: { receipt_id: receipt.receipt_id, hash: receipt.hash },
    trust: known.trust,
  };
}

/** The claims of one answer share their searches: the largest count of one claim counts for all. */
function checkedOf(
  claims: readonly CheckedClaimV1[],
  { candidates }: ShownContent,
  titles: ReadonlyMap<string, string>,
): CounterfactualSearch | null {
  if (claims.length === 0) return null;
  const [most] = claims.toSorted((a, b) => b.searches.length - a.searches.length);
  const clear = [...new Set(claims.flatMap((one) => one.clear))];
  const domains = new Map(candidates.map(({ artefact_id, domain }) => [artefact_id, domain]));
  const found = clear.flatMap((id): ClearDocument[] => {
    const domain = domains.get(id);
    return domain === undefined ? [] : [{ artefact_id: id, title: titles.get(id) ?? null, domain }];
  });
  return {
    searches: (most?.searches ?? []).map(({ kind, sections }) => ({ kind, sections })),
    sentences: Math.max(...claims.map((one) => one.sentences_read)),
    clear: found,
    clear_elsewhere: clear.length - found.length,
  };
}

function beliefOf({ addr, belief }: z.infer<typeof believed>): ShownBelief[] {
  return belief === null ? [] : [{ claim: addr, ...belief }];
}

function fromReceipt(
  { doc_id, ...one }: z.infer<typeof artefact>,
  cited: ReadonlySet<string>,
  named: ReadonlyMap<string, NamedDocumentV1>,
): ShownArtefact {
  const { title = doc_id, lang = null } = named.get(one.artefact_id) ?? {};
  return { ...one, title, lang, role: cited.has(one.artefact_id) ? 'evidence' : 'counterfactual' };
}

/** One line per document, in the order of its best candidate. */
function lookedAt(
  content: ShownContent,
  shown: ReadonlySet<string>,
  titles: ReadonlyMap<string, string>,
): LookedAt[] {
  const unchosen = new Map(content.selection.result.dropped.map(({ id, reason }) => [id, reason]));
  const lines = new Map<string, LookedAt>();
  for (const { artefact_id, domain, licence, dropped } of content.candidates) {
    if (shown.has(artefact_id) || lines.has(artefact_id)) continue;
    const why = dropped ?? unchosen.get(artefact_id) ?? 'no_cover';
    lines.set(artefact_id, {
      artefact_id,
      title: titles.get(artefact_id) ?? null,
      domain,
      licence,
      dropped: why,
    });
  }
  return [...lines.values()];
}
