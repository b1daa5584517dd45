/** Answers of one tenant that rest on an artefact, with their sets and verdicts. */
import type { ArtefactId } from '../../graph/address.ts';
import { decodeCanonical, STORED_LIMITS } from '../../graph/canonical.ts';
import type { View } from '../../graph/store/rows.ts';
import type { GraphReader } from '../../graph/store/store.ts';
import { StoreCorrupted } from '../../graph/store/store.ts';
import type { Answer } from '../answer/answer.ts';
import { latestFindings } from '../findings/latest-findings.ts';
import { seenBefore } from '../view.ts';
import { bounded } from './bounded.ts';
import type { Bounded, RestingAnswer } from './provenance.ts';

export const MAX_ANSWERS = 20;

/** Three batch reads at most. @param view answers given by then, with their verdicts of then; null: as of now */
export async function readAnswersOn(
  reader: GraphReader,
  artefact: ArtefactId,
  tenant: string,
  view: View | null,
): Promise<Bounded<RestingAnswer>> {
  const before = seenBefore(view, null) ?? undefined;
  const { first, total } = await reader.answersRestingOn(artefact, tenant, MAX_ANSWERS, before);
  if (first.length === 0) return bounded([], MAX_ANSWERS);
  const findings = await latestFindings(
    reader,
    tenant,
    first.map(({ body }) => body.answer_id),
    view,
  );
  const blobs = await reader.blobs(first.map(({ body }) => body.answer_hash));
  const items = first.map(({ seq, at, body }, index) => {
    const bytes = blobs[index];
    if (!bytes) throw new StoreCorrupted(`the bytes of answer ${body.answer_id} are missing`, seq);
    // `ask` encoded them. What is shown of them is an id: a read of the answer itself checks its hash.
    const { evidence_set } = decodeCanonical(bytes, STORED_LIMITS) as Answer;
    const findingsState = findings[index]?.body.to ?? 'UNKNOWN';
    return { answerId: body.answer_id, setId: evidence_set.set_id, at, findingsState };
  });
  return bounded(items, MAX_ANSWERS, total);
}
