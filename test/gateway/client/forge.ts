/** What somebody on the way to an engine does to change what an answer says: words first, then every hash that follows. */
import { receiptIdOf, spanHash } from '../../../engine/receipt/receipt-hashes.ts';
import { encodeCanonical } from '../../../graph/canonical.ts';
import { blake3Hex } from '../../../graph/digest.ts';
import { type Json, type Rewrite, sealedAnew } from './proxy.ts';

/**
 * Rewrites a number in answers and their receipts, and hashes spans, contents, receipts and replies anew. What the log
 * has signed stays as it is.
 * @param tamper what else is done to a receipt
 */
export function forging(
  from: string,
  to: string,
  tamper: (receipt: Json) => Json = (receipt) => receipt,
): Rewrite {
  const receipts = new Map<string, Json>();
  return async (body, passing) => {
    const { pathname } = passing.url;
    const [, id = ''] = /^\/v1\/answers\/(\w+)\/receipt$/.exec(pathname) ?? [];
    if (id !== '')
      return sealedAnew({ ...body, receipt: receipts.get(id) }, '/v1/answers/{id}/receipt', passing);
    if (pathname !== '/v1/answers') return body;
    const answer = replaced(body, from, to);
    const { receipt: honest } = await passing.read(`/v1/answers/${answer.answer_id}/receipt`);
    const content = forgedContent(honest.content, from, to);
    content.answer_hash = blake3Hex(encodeCanonical(recorded(answer, content.request)));
    const hash = blake3Hex(encodeCanonical(content));
    const receipt = tamper({ ...honest, content, hash, receipt_id: receiptIdOf(hash) });
    receipts.set(answer.answer_id, receipt);
    const named = { receipt_id: receipt.receipt_id, class: 'verified', hash };
    return sealedAnew({ ...answer, receipt: named }, '/v1/answers', passing);
  };
}

function forgedContent(content: Json, from: string, to: string): Json {
  const forged = replaced(content, from, to);
  const quotes: string[] = content.sentences.flatMap(({ citations }: Json) =>
    citations.map(({ quote }: Json) => quote),
  );
  const spans = new Map(quotes.map((quote) => [spanHash(quote), spanHash(quote.replaceAll(from, to))]));
  for (const edge of forged.claim_graph.edges) edge.span_hash = spans.get(edge.span_hash) ?? edge.span_hash;
  return forged;
}

/** The answer as it is recorded. */
function recorded(answer: Json, request: Json): Json {
  const { answer_id, corpus, summary, sentences, claims, artefacts, evidence_set } = answer;
  const { claim_clusters, coverage, confidence, passages } = answer;
  const said = { summary, sentences, confidence, passages, claims, artefacts, evidence_set, claim_clusters };
  return { v: 1, answer_id, request, corpus, ...said, coverage };
}

function replaced(value: Json, from: string, to: string): Json {
  return JSON.parse(JSON.stringify(value).replaceAll(from, to));
}
