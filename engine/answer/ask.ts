/**
 * Asking: a question becomes a stored answer with a receipt and a verdict (docs/spec/contract.md#ae-answers;
 * docs/spec/decisions.md#5).
 */
import { encodeCanonical } from '../../graph/canonical.ts';
import { canonicalClaim } from '../../graph/cluster.ts';
import { blake3Hex } from '../../graph/digest.ts';
import type { NewEntry } from '../../graph/log/command.ts';
import type { AnswerAssembled } from '../../graph/log/entry.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import { readRecord } from '../../graph/store/records.ts';
import type { AnswerRecord, CorpusRecord } from '../../graph/store/rows.ts';
import type { GraphStore } from '../../graph/store/store.ts';
import { evaluate, type Verdict } from '../findings/evaluate.ts';
import { readFacts } from '../findings/read-facts.ts';
import type { Clock } from '../ports.ts';
import { type Refusal, refused } from '../refusal.ts';
import { resolveCorpus } from '../resolve-corpus.ts';
import { isLicenceRefused } from '../select/trust-policy.ts';
import { nextSlice } from '../slices.ts';
import { languageOfQuestion } from '../text/detect-language.ts';
import type { CorpusView } from '../view.ts';
import type { AnswerMode, AnswerView, CanonicalRequest } from './answer.ts';
import { answerIdOf, policiesOf } from './answer-id.ts';
import { type AssembleDependencies, assemble } from './assemble.ts';
import { assertQuoted } from './assert-quoted.ts';
import { type BuiltAnswer, buildAnswer } from './build-answer.ts';
import { type ContradictedClaim, readContradictions } from './contradicted-claims.ts';
import { failedModels } from './failed-models.ts';
import { checkFreshness } from './freshness.ts';
import { readAnswer } from './read-answer.ts';
import type { StatedSentence } from './read-sentences.ts';

/** A question with its defaults filled in. */
export interface AskRequest {
  /** Not empty; at most 2,000 characters. */
  readonly q: string;
  /** 1 to 50. */
  readonly k: number;
  readonly mode: AnswerMode;
  /** ISO 8601 duration that narrows the mode's window; null: the mode's own. */
  readonly maxSnapshotAge: string | null;
  readonly view: CorpusView;
  /** The caller's: ends a call to a remote model; the ask then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * How asking ended; a contradiction keeps the answer so that both sides can be shown (409,
 * docs/spec/decisions.md#5-contradiction).
 */
export type AskOutcome =
  | { readonly ok: false; readonly refusal: Refusal }
  | {
      readonly ok: true;
      readonly value: AnswerView;
      readonly contradicted: boolean;
      /** Both sides of each contradicted claim; empty where the answer is not contradicted. */
      readonly contradictions: readonly ContradictedClaim[];
    };

export interface AskDependencies extends AssembleDependencies {
  readonly store: GraphStore;
  readonly writer: LogWriter;
  readonly clock: Clock;
}

/**
 * The same request at the same snapshot gives the stored answer (docs/spec/decisions.md#1-determinism, b). Where a
 * model fails, the answer that was made without it is stored as another one, and returned for as long as the model
 * fails (docs/adr/0032-…).
 */
export async function ask(deps: AskDependencies, request: AskRequest, tenant: string): Promise<AskOutcome> {
  let { view } = request;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const asked = await askAt(deps, { ...request, view }, tenant);
    if (!('quotes' in asked)) return asked;
    await assertQuoted(deps.writer, deps.policy, asked.quotes);
    const { corpus, asOf } = view;
    const newer = await resolveCorpus(deps.store, { name: corpus, fallback: corpus, asOf });
    if (!newer.ok) return newer;
    view = newer.value;
  }
  throw new RangeError(`the sentences of ${JSON.stringify(request.q)} were asserted and are not in view`);
}

/** A claim that is asserted may move the lead to another sentence, which is then asserted too. */
const MAX_ROUNDS = 8;

/** Sentences that the answer would quote and that no claim states yet. */
interface Unasserted {
  readonly quotes: readonly StatedSentence[];
}

async function askAt(
  deps: AskDependencies,
  request: AskRequest,
  tenant: string,
): Promise<AskOutcome | Unasserted> {
  const { store, clock } = deps;
  const corpus = await readRecord(store, 'corpora', request.view.corpus);
  if (corpus === null) return refused('invalid:corpus_unknown', `there is no corpus ${request.view.corpus}`);
  const fresh = checkFreshness(corpus, { ...request, asOf: request.view.asOf }, clock.now());
  if (!fresh.ok) return fresh;
  const canonical = canonicalOf(request);
  const policies = policiesOf(deps.policy, deps.vectors.policy, deps);
  const wholeId = answerIdOf(tenant, canonical, request.view, policies);
  const known = await readAnswer(store, wholeId, tenant);
  if (known !== null) return outcomeOf(deps, known, request);
  const assembly = await assemble(deps, {
    ...request,
    q: canonical.q,
    lang: languageOfQuestion(canonical.q, request.view),
  });
  deps.ended('set');
  const quotes = assembly.sentences.map(({ stated }) => stated).filter((one) => one.occurrences.length === 0);
  if (quotes.length > 0) return { quotes };
  const failed = failedModels(assembly);
  const answerId = answerIdOf(tenant, canonical, request.view, policies, failed);
  const knownWithout = failed.length === 0 ? null : await readAnswer(store, answerId, tenant);
  if (knownWithout !== null) return outcomeOf(deps, knownWithout, request);
  await nextSlice();
  const built = buildAnswer(assembly, {
    answerId,
    tenant,
    request: canonical,
    view: request.view,
    policies,
    textRanker: store.capabilities.textRanker,
    docCount: new Set(assembly.retrieval.sections.map(({ artefact }) => artefact.record.artefact_id)).size,
  });
  deps.ended('receipt');
  await nextSlice();
  await record(deps, built, { request, corpus, tenant });
  deps.ended('store');
  const view = await readAnswer(store, answerId, tenant);
  if (view === null) throw new RangeError(`answer ${answerId} was stored and cannot be read`);
  return outcomeOf(deps, view, request);
}

function canonicalOf({ q, k, mode, maxSnapshotAge, view }: AskRequest): CanonicalRequest {
  return { q: q.normalize('NFC').trim(), k, mode, max_snapshot_age: maxSnapshotAge, as_of: view.asOf };
}

async function outcomeOf(
  { store, beliefs }: AskDependencies,
  value: AnswerView,
  { mode, view }: AskRequest,
): Promise<AskOutcome> {
  const isRefuted = value.trust.reasons.some(({ code }) => code === 'contradiction_authoritative');
  const contradicted = isRefuted && mode !== 'light';
  const contradictions = contradicted ? await readContradictions(store, beliefs, value, view.view) : [];
  return { ok: true, value, contradicted, contradictions };
}

interface Recorded {
  readonly request: AskRequest;
  readonly corpus: CorpusRecord;
  readonly tenant: string;
}

/** The answer and its first verdict commit together: nobody sees an answer that was not evaluated. */
async function record(
  { store, writer, beliefs, policy }: AskDependencies,
  built: BuiltAnswer,
  asked: Recorded,
): Promise<void> {
  const body = assembledOf(built, asked);
  const refuses = (licence: string) => isLicenceRefused(policy, licence);
  const facts = await readFacts(store, beliefs, [body], asked.request.view.view, refuses);
  const verdict = evaluate(body, facts);
  const entry = (one: NewEntry['body']): NewEntry => ({
    corpus: asked.corpus.name,
    tenant: asked.tenant,
    effectiveAt: null,
    body: one,
  });
  await writer.append(async (state) => {
    // Two callers may have asked the same at once: the first answer is stored and returned to both.
    const [known] = await state.records('answers', [body.answer_id]);
    if (known) return { entries: [], result: () => undefined };
    return {
      entries: [entry(body), entry(transition(body, verdict))],
      blobs: [
        new TextEncoder().encode(built.answer.request.q),
        encodeCanonical(built.answer),
        built.receipt.bytes,
      ],
      result: () => undefined,
    };
  });
}

function transition(answer: AnswerAssembled, { state, reasons }: Verdict): NewEntry['body'] {
  return {
    type: 'findings.changed',
    answer_id: answer.answer_id,
    from: 'UNKNOWN',
    to: state,
    reasons,
    evaluated_seq: answer.snapshot_seq,
  };
}

function assembledOf({ answer, receipt }: BuiltAnswer, { request }: Recorded): AnswerRecord['body'] {
  const claims = answer.claims.map(({ addr }) => addr);
  const ledgers = new Set(answer.claims.map(canonicalClaim));
  const others = [...ledgers].filter((addr) => !claims.includes(addr));
  return {
    type: 'answer.assembled',
    answer_id: answer.answer_id,
    question_hash: blake3Hex(new TextEncoder().encode(answer.request.q)),
    answer_hash: blake3Hex(encodeCanonical(answer)),
    receipt_hash: receipt.hash,
    receipt_id: receipt.receiptId,
    mode: request.mode,
    snapshot: request.view.snapshot,
    snapshot_seq: request.view.view.seq,
    effective_until: request.view.view.until,
    as_of: request.view.asOf,
    max_snapshot_age: request.maxSnapshotAge,
    claims,
    ...(others.length > 0 && { ledgers: others }),
    artefacts: answer.evidence_set.artefact_ids,
    cover: answer.claims.map(({ addr }) => ({
      claim: addr,
      artefacts: answer.claim_clusters.flatMap(({ coverage }) =>
        coverage.filter((one) => one.claim_id === addr).map((one) => one.artefact_id),
      ),
    })),
  };
}
