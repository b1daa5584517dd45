/** Coverage gaps that were closed, page by page: the log alone knows of them (docs/spec/decisions.md#stubs). */
import type { StubClosure } from '../../graph/annotation.ts';
import type { LogReader } from '../../graph/store/log.ts';

export interface ClosedStubsRequest {
  readonly corpus: string;
  /** Only those that were closed by then, RFC 3339 UTC with ms; null: all. */
  readonly until: string | null;
  /** Only those at a later position of the log; -1 starts at the beginning. */
  readonly after: number;
  readonly limit: number;
  /** Whether the caller may see what was annotated on this address. */
  readonly admits: (target: string) => boolean;
}

export interface ClosedStub {
  /** Log position of its closing. */
  readonly seq: number;
  readonly closure: StubClosure;
}

export interface ClosedStubsPage {
  /** In the order in which they were closed. */
  readonly records: readonly ClosedStub[];
  /** Position of the last closing that was looked at where more of them are to be looked at, else null. */
  readonly stoppedAt: number | null;
}

/** Closings that one page looks at, those of other corpora too. */
const MAX_LOOKED_AT = 5_000;
const BATCH = 250;

/** At most `limit`; fewer although there are more where `MAX_LOOKED_AT` were looked at. */
export async function listClosedStubs(
  reader: LogReader,
  request: ClosedStubsRequest,
): Promise<ClosedStubsPage> {
  const { limit } = request;
  const records: ClosedStub[] = [];
  let { after } = request;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += BATCH) {
    const page = await readBatch(reader, after);
    records.push(...page.filter((stub) => isAsked(stub, request)));
    const last = page.at(-1);
    if (last === undefined || page.length < BATCH || records.length >= limit || isPast(last, request)) {
      return { records: records.slice(0, limit), stoppedAt: null };
    }
    after = last.seq;
  }
  return { records, stoppedAt: after };
}

async function readBatch(reader: LogReader, after: number): Promise<ClosedStub[]> {
  const stored = await reader.entries({ after, limit: BATCH, types: ['stub.closed'] });
  return stored.flatMap(({ entry: { seq, body } }) =>
    body.type === 'stub.closed' ? [{ seq, closure: body.closure }] : [],
  );
}

function isAsked(stub: ClosedStub, request: ClosedStubsRequest): boolean {
  const { corpus, annotation_target } = stub.closure;
  return corpus === request.corpus && !isPast(stub, request) && request.admits(annotation_target);
}

/** All behind it are too: an entry is never earlier than the one before. */
function isPast({ closure }: ClosedStub, { until }: ClosedStubsRequest): boolean {
  return until !== null && closure.closed_at > until;
}
