/** Coverage gaps by their ids, which are stored nowhere: one that this service never named is as if there were none. */
import type { StubClosure } from '../../../../graph/annotation.ts';
import { endOfAsOf } from '../../../../graph/time.ts';
import { refuseCapability } from '../../builder/access.ts';
import { builder } from '../../builder/builder.ts';
import { readDatedKey, type StubKey, type StubName } from '../../builder/dated-key.ts';
import { loaderOptions } from '../../builder/keys-plugin.ts';
import type { GraphqlContext } from '../../context.ts';
import { connectionType } from '../../lists/connections.ts';
import { reachesCorpus } from '../../session/token-scope.ts';
import { holdsAt } from '../../views/view.ts';

/** A gap as it is seen at a time. */
export interface StubNode {
  readonly key: StubKey;
  readonly stubId: string;
  readonly corpus: string;
  /** Null while it is open. */
  readonly closure: StubClosure | null;
}

/** The type `CoverageGap`; its fields are in `stub.ts`. */
export const StubType = builder.loadableNodeRef<StubNode | null, StubKey, StubKey, StubKey, StubNode>(
  'CoverageGap',
  { id: { resolve: ({ key }) => key }, load: loadStubs, loaderOptions },
);

export const StubConnectionType = connectionType(StubType, 'CoverageGap');

/** A gap's name: its id means something in its corpus only. */
export function stubName(corpus: string, stubId: string): StubName {
  // What is no id of a gap is unknown when it is read.
  return `${corpus}/${stubId}` as StubName;
}

/** A caller that may search sees gaps; one of a corpus out of the session's reach is as if there were none. */
async function loadStubs(keys: readonly StubKey[], context: GraphqlContext): Promise<(StubNode | null)[]> {
  const { engine } = context;
  if (refuseCapability('wiki.search', context) !== null) return keys.map(() => null);
  const named = keys.map(readStubKey);
  const closures = await engine.store.records(
    'closures',
    named.map(({ stubId }) => stubId),
  );
  return named.map((name, index) => {
    if (!isKnown(name, context)) return null;
    const closure = closures[index] ?? null;
    return { ...name, closure: closure !== null && holdsAt(name.asOf, closure.closed_at) ? closure : null };
  });
}

type NamedStub = ReturnType<typeof readStubKey>;

/** A global id may name any corpus and any time. */
function isKnown({ stubId, corpus, asOf }: NamedStub, { engine, session }: GraphqlContext): boolean {
  const isTime = asOf === null || endOfAsOf(asOf) !== null;
  return isTime && reachesCorpus(session, corpus) && engine.stubs.isKnown(stubId, corpus);
}

function readStubKey(key: StubKey) {
  const { id, asOf } = readDatedKey(key);
  const slash = id.indexOf('/');
  return { key, corpus: id.slice(0, slash), stubId: id.slice(slash + 1), asOf };
}
