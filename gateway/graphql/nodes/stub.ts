/** Coverage gaps by their ids, which are stored nowhere: one that this service never named is as if there were none. */
import type { StubClosure } from '../../../graph/annotation.ts';
import { refuseCapability } from '../access.ts';
import { builder } from '../builder.ts';
import { readDatedKey, type StubKey, type StubName } from '../claim-key.ts';
import type { GraphqlContext } from '../context.ts';
import { loaderOptions } from '../loaders.ts';
import { reachesCorpus } from '../reach.ts';
import { holdsAt } from '../view.ts';

/** A gap as it is seen at a time. */
export interface StubNode {
  readonly key: StubKey;
  readonly stubId: string;
  readonly corpus: string;
  /** Null while it is open. */
  readonly closure: StubClosure | null;
}

/** The type `Stub`; its fields are in `schema/stub.ts`. */
export const StubType = builder.loadableNodeRef<StubNode | null, StubKey, StubKey, StubKey, StubNode>(
  'Stub',
  { id: { resolve: ({ key }) => key }, load: loadStubs, loaderOptions },
);

/** Whoever knows neither `stub_` nor a corpus names no gap: such a name is unknown like any other. */
export function stubName(corpus: string, stubId: string): StubName {
  // A global id is read by its parts, whatever they are.
  return `${corpus}/${stubId}` as StubName;
}

/** Who may search is told of gaps; one of a corpus out of the session's reach is as if there were none. */
async function loadStubs(keys: readonly StubKey[], context: GraphqlContext): Promise<(StubNode | null)[]> {
  const { engine, session } = context;
  if (refuseCapability('wiki.search', context) !== null) return keys.map(() => null);
  const named = keys.map((key) => ({ key, ...readStubKey(key) }));
  const isKnown = named.map(
    ({ stubId, corpus }) => reachesCorpus(session, corpus) && engine.stubs.isKnown(stubId, corpus),
  );
  const closures = await engine.store.closures(named.map(({ stubId }) => stubId));
  return named.map(({ key, stubId, corpus, asOf }, index) => {
    const closure = closures[index] ?? null;
    const held = closure !== null && holdsAt(asOf, closure.closed_at) ? closure : null;
    return isKnown[index] ? { key, stubId, corpus, closure: held } : null;
  });
}

function readStubKey(key: StubKey) {
  const { id, asOf } = readDatedKey(key);
  const slash = id.indexOf('/');
  return { corpus: id.slice(0, slash), stubId: id.slice(slash + 1), asOf };
}
