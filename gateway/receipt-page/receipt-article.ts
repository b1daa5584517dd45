/**
 * A receipt for people: what was asked, what was answered, on what it rests and what disagrees. From the document
 * alone, so that the page can check that it shows what it holds.
 */
import type { Counterfactual } from '../../engine/answer/answer.ts';
import type { Receipt } from '../../engine/receipt/receipt.ts';
import type { ReceiptDocument } from '../../engine/receipt/receipt-document.ts';
import { byCodeUnit } from '../../graph/by-code-unit.ts';
import { type Html, html } from './html.ts';

/** Of the element whose contents this is. */
export const ARTICLE_ID = 'shown';

export function receiptArticle({ receipt_id, hash, content, log }: ReceiptDocument): string {
  return html`<h2>Question</h2>
<p>${content.request.q}</p>
<h2>Answer</h2>
${answerOf(content)}
<h2>Evidence set</h2>
<p>${content.evidence_set.set_id}, ${content.evidence_set.optimality}; ${content.evidence_set.artefact_ids.length} of ${content.selection.artefacts.length} artefacts that were weighed.</p>
${artefactsOf(content)}
<h2>What disagrees</h2>
${againstOf(content)}
<h2>Receipt</h2>
<dl>${[
    row('Receipt', receipt_id),
    row('BLAKE3', hash),
    row('Answer', content.answer_id),
    row('Corpus', `${content.corpus.name} ${content.corpus.snapshot}`),
    row('As of', content.view.until),
    row('Seed', content.seed),
    row('Cost', costOf(content)),
    row('Primary artefact', content.primary_artifact_id ?? 'none'),
    ...(content.choice === undefined ? [] : [row('Sentences chosen by', choiceOf(content.choice))]),
    ...(content.unavailable_models ?? []).map(({ model }) => row('Could not be asked', model)),
    row('Policies', Object.values(content.policies).toSorted(byCodeUnit).join(', ')),
    row('Log entry', `${log.seq} in the tree of ${log.tree_size}, root ${log.root}`),
    row('Artefact entries', log.artefacts.map(({ seq }) => String(seq)).join(', ')),
    row('Signed by', log.keys.join(' and ') || 'no key that it names'),
  ]}</dl>
`.html;
}

function choiceOf({ chooser, offered, chosen }: NonNullable<Receipt['choice']>): string {
  return `${chooser}: ${chosen.length} of ${offered.length}`;
}

function row(name: string, value: string): Html {
  return html`<dt>${name}</dt><dd>${value}</dd>`;
}

function costOf({ cost }: Receipt): string {
  const { candidates_scored, sentences_scored, nodes_explored, bytes_read, tokens } = cost;
  const taken = `scored: ${candidates_scored} sections, ${sentences_scored} sentences; nodes of the search: ${nodes_explored}; bytes read: ${bytes_read}`;
  return tokens === undefined ? taken : `${taken}; tokens of the answer: ${tokens}`;
}

function answerOf({ sentences }: Receipt): Html {
  if (sentences.length === 0) return html`<p>Nothing supports an answer.</p>`;
  return html`${sentences.map(
    ({ text, citations }) => html`<p><strong>${text}</strong></p>
${citations.map(
  ({ quote, artefact_id, start, end }) =>
    html`<blockquote><p>${quote}</p><p class="source">${artefact_id}, characters ${start} to ${end}</p></blockquote>
`,
)}`,
  )}`;
}

function artefactsOf({ artefacts, evidence_set }: Receipt): Html {
  if (artefacts.length === 0) return html`<p>None.</p>`;
  const chosen = new Set(evidence_set.artefact_ids);
  const rows = artefacts.map(
    ({
      artefact_id,
      url,
      domain,
      licence,
      observed_at,
      hash,
    }) => html`<tr><th scope="row">${artefact_id}</th><td>${chosen.has(artefact_id) ? 'evidence' : 'disagrees'}</td><td>${domain}</td><td>${url}</td><td>${licence}</td><td>${observed_at}</td><td>${hash}</td></tr>
`,
  );
  return html`<div class="wide" role="region" aria-label="Artefacts" tabindex="0"><table><thead><tr><th scope="col">Artefact</th><th scope="col">Role</th><th scope="col">Domain</th><th scope="col">Address</th><th scope="col">Licence</th><th scope="col">Observed</th><th scope="col">BLAKE3</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function againstOf({ claim_clusters }: Receipt): Html {
  const against = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  if (against.length === 0) return html`<p>Nothing was found that disagrees.</p>`;
  return html`<ul>${against.map(counterfactualOf)}</ul>`;
}

function counterfactualOf({ quote, reason, action, artefact_id }: Counterfactual): Html {
  const said = quote === '' ? 'not quoted under its licence' : `“${quote}”`;
  return html`<li>${said} <span class="source">${reason.replaceAll('_', ' ')}, ${action}; ${artefact_id}</span></li>
`;
}
