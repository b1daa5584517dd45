/** Closing a coverage gap (docs/spec/contract.md#ap-stub-result; docs/spec/decisions.md#stubs). */
import { closureId, FACTS_TENANT, type StubClosure } from '../../graph/annotation.ts';
import type { Plan } from '../../graph/log/command.ts';
import type { LogWriter } from '../../graph/log/writer.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { StubIds } from '../stubs/stub-ids.ts';
import type { CloseStubRequest } from './annotation-request.ts';

/** How a gap was closed, or that the service never named it in the annotation's corpus. */
export type StubClosing =
  | {
      readonly known: true;
      /** The first closing, which stands for good. */
      readonly closure: StubClosure;
      /** It was closed before, by whomever: nothing was written. */
      readonly repeated: boolean;
    }
  | { readonly known: false };

/** Resolves when the closing is on disk. */
export async function closeStub(
  stubs: StubIds,
  writer: LogWriter,
  request: CloseStubRequest,
): Promise<StubClosing> {
  if (!stubs.isKnown(request.stubId, request.annotation.corpus)) return { known: false };
  return writer.append((state, now) => planClosing(state, now, request));
}

async function planClosing(
  state: RecordReader,
  now: string,
  request: CloseStubRequest,
): Promise<Plan<StubClosing>> {
  const [first] = await state.records('closures', [request.stubId]);
  if (first) return { entries: [], result: () => ({ known: true, closure: first, repeated: true }) };
  const closure = closureOf(request, now);
  return {
    entries: [
      {
        corpus: closure.corpus,
        tenant: FACTS_TENANT,
        effectiveAt: null,
        body: { type: 'stub.closed', closure },
      },
    ],
    result: () => ({ known: true, closure, repeated: false }),
  };
}

function closureOf({ stubId, annotation, writer }: CloseStubRequest, now: string): StubClosure {
  const { actor, actorRoot } = writer;
  return {
    stub_id: stubId,
    id: closureId({ stub_id: stubId, annotation_id: annotation.id, actor_root: actorRoot }),
    corpus: annotation.corpus,
    actor,
    actor_root: actorRoot,
    closed_at: now,
    annotation_id: annotation.id,
    annotation_target: annotation.target,
  };
}
