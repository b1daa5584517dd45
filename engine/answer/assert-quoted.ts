/**
 * Asserts the sentences that an answer quotes and that no claim states yet: ingest asserts what is a claim by its policy,
 * and a quoted sentence is one from then on, with its publisher's evidence, as if ingest had asserted it.
 */
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { NewEntry } from '../../graph/log/command.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import { draftEvidence } from '../ingest/draft-evidence.ts';
import { type RelatedClaim, recordedContradictions, relateClaims } from '../ingest/relate-claims.ts';
import { claimCoreOf } from '../reading/claims/claim-core.ts';
import { readSentence } from '../reading/claims/claim-sentence.ts';
import type { TrustPolicy } from '../select/trust-policy.ts';
import type { StatedSentence } from './read-sentences.ts';

/** Sentences that somebody else has asserted meanwhile are left alone. */
export async function assertQuoted(
  writer: LogWriter,
  policy: TrustPolicy,
  quoted: readonly StatedSentence[],
): Promise<void> {
  for (const sentences of Map.groupBy(quoted, ({ artefact }) => artefact.artefact_id).values()) {
    const [first] = sentences;
    if (first !== undefined) await assertIn(writer, policy, first.artefact, sentences);
  }
}

async function assertIn(
  writer: LogWriter,
  policy: TrustPolicy,
  artefact: ArtefactRecord,
  sentences: readonly StatedSentence[],
): Promise<void> {
  await writer.append(async (state, now) => {
    const [known = []] = await state.ranges('occurrencesIn', { by: [artefact.artefact_id] });
    const asserted = new Set(known.map(({ sentence }) => sentence.start));
    const stated = sentences.filter(({ span }) => !asserted.has(span.start));
    const cores = stated.map(({ read }) => {
      const { text, kind, lang, title, headings, leadIn, header, before } = read;
      const context = { title, headings, leadIn, header, before };
      const source = { corpus: artefact.corpus, document: artefact.doc_id };
      return claimCoreOf(source, readSentence({ text, kind, lang, context }));
    });
    const claims = await relateClaims(
      state,
      cores,
      known.map(({ claim }) => claim),
    );
    const events = await draftEvidence(state, now, artefact, claims, policy);
    const { corpus, observed_at: effectiveAt } = artefact;
    const assertions = claims.map((claim, index): NewEntry => {
      return { corpus, tenant: null, effectiveAt, body: assertion(claim, stated[index], artefact) };
    });
    const evidence = events.map((entry): NewEntry => {
      const body = { type: 'evidence.appended', entry, idempotency: null } as const;
      return { corpus, tenant: null, effectiveAt: entry.effective_at, body };
    });
    return { entries: [...assertions, ...evidence], result: () => undefined };
  });
}

function assertion(
  claim: RelatedClaim,
  stated: StatedSentence | undefined,
  { artefact_id }: ArtefactRecord,
): NewEntry['body'] {
  if (stated === undefined) throw new RangeError('a related claim has lost its sentence');
  const { addr, core, contentHash, cluster, slot } = claim;
  return {
    type: 'claim.asserted',
    addr,
    core,
    content_hash: contentHash,
    claim_cluster_id: cluster,
    slot,
    artefact: artefact_id,
    span: stated.span,
    sentence: stated.span,
    context_spans: [],
    contradicts: recordedContradictions(claim),
  };
}
