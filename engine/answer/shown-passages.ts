/**
 * Passages of stored answers as they may be shown. An answer never changes, but no claim rests on its passages: words
 * of an artefact that was redacted since, or whose licence is refused now, are removed from them (docs/adr/0045-…).
 */
import type { ArtefactId } from '../../graph/address.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { LicenceFilter } from '../retrieve/licence-filter.ts';
import type { AnswerView, Passage } from './answer.ts';
import { AnswerDamaged } from './answer-damaged.ts';
import type { FoundAnswer } from './read-answer.ts';

/** In the order of the answers. Two batch reads at most, none where no answer has passages. */
export async function withShownPassages(
  reader: RecordReader,
  licences: LicenceFilter,
  found: readonly FoundAnswer[],
): Promise<FoundAnswer[]> {
  const ids = new Set(found.flatMap((one) => passagesOf(one).map(({ artefact_id }) => artefact_id)));
  if (ids.size === 0) return [...found];
  const states = (await reader.records('artefacts', [...ids])).filter((state) => state !== null);
  const closed = await licences.refusedAmong(states);
  const open = new Set(
    states.flatMap(({ record: { artefact_id }, redacted }) =>
      redacted === undefined && !closed.has(artefact_id) ? [artefact_id] : [],
    ),
  );
  return found.map((one) => (hasPassages(one) ? shown(one, open) : one));
}

function hasPassages(found: FoundAnswer): found is AnswerView {
  return passagesOf(found).length > 0;
}

function passagesOf(found: FoundAnswer): readonly Passage[] {
  return found === null || found instanceof AnswerDamaged ? [] : (found.answer.passages ?? []);
}

function shown(view: AnswerView, open: ReadonlySet<ArtefactId>): AnswerView {
  const { passages = [] } = view.answer;
  const readable = passages.map((one) => (open.has(one.artefact_id) ? one : withoutWords(one)));
  return { ...view, answer: { ...view.answer, passages: readable } };
}

/** Removes both the words and their place in the text. */
function withoutWords(passage: Passage): Passage {
  return { ...passage, quote: '', start: 0, end: 0 };
}
