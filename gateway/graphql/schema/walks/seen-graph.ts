/** Nodes of the claim graph as arguments name them, and what a session may see around them. */
import type { Reach } from '../../../../engine/explore/walk.ts';
import type { CorpusView } from '../../../../engine/view.ts';
import { claimAddrOf, isClaimAddr, isClaimId, parseAddress } from '../../../../graph/address.ts';
import { EDGE_KINDS, type EdgeKind, type GraphNodeId } from '../../../../graph/store/edges.ts';
import { isArtefactId } from '../../builder/ids.ts';
import type { GraphqlContext } from '../../context.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus } from '../../session/session.ts';
import { resolveView } from '../../views/view.ts';
import { artefactStates } from '../artefacts/artefact-ref.ts';

interface GraphArgs {
  readonly corpus?: string | null | undefined;
  readonly asOf?: string | null | undefined;
  readonly kinds?: readonly EdgeKind[] | null | undefined;
}

export interface SeenGraph {
  readonly nodes: readonly GraphNodeId[];
  readonly view: CorpusView;
  readonly reach: Reach;
}

/**
 * The nodes of one corpus, and what is seen of it as of a time. An unknown artefact leaves no corpus to read: then null.
 * @throws {GraphQLError} `invalid:addr`, `invalid:query`, `invalid:corpus_unknown`, `denied:corpus_forbidden`
 */
export async function readGraph(
  names: readonly string[],
  { corpus, asOf, kinds }: GraphArgs,
  context: GraphqlContext,
): Promise<SeenGraph | null> {
  const named = await Promise.all(names.map((name) => corpusOf(name, context)));
  if (named.includes('unknown')) return null;
  const corpora = new Set([corpus ?? null, ...named].filter((one) => one !== null));
  if (corpora.size > 1) throw refused('invalid:query', 'the nodes and corpus name different corpora');
  const [name = null] = corpora;
  const view = await resolveView(context.engine, name, asOf ?? null);
  checkCorpus(context.session, view.corpus);
  const prefixes = prefixesIn(view.corpus, context.session.grant?.prefixes ?? null);
  return {
    nodes: names.map((text) => nodeOf(text, view.corpus)),
    view,
    reach: { view: view.view, prefixes, kinds: kinds ?? EDGE_KINDS },
  };
}

/** What a walk may reach: the corpus, or what a token was narrowed to within it. */
function prefixesIn(corpus: string, narrowed: readonly string[] | null): string[] {
  const whole = `wx://${corpus}/`;
  if (narrowed === null) return [whole];
  return narrowed.flatMap((prefix) => {
    if (prefix.startsWith(whole)) return [prefix];
    return whole.startsWith(prefix) ? [whole] : [];
  });
}

/** Null: a bare id of a claim, which every corpus may have. */
async function corpusOf(text: string, context: GraphqlContext): Promise<string | 'unknown' | null> {
  if (isClaimId(text)) return null;
  if (isArtefactId(text)) {
    const artefact = await artefactStates(context).load(text);
    return artefact?.record.corpus ?? 'unknown';
  }
  const parsed = parseAddress(text);
  if (parsed.ok && isClaimAddr(text)) return parsed.corpus;
  throw refused('invalid:addr', 'a node is a claim’s address or its bare id, or an artefact’s id');
}

function nodeOf(text: string, corpus: string): GraphNodeId {
  if (isClaimId(text)) return claimAddrOf(corpus, text);
  // `corpusOf` has let nothing else pass.
  return text as GraphNodeId;
}

function refused(reason: 'invalid:addr' | 'invalid:query', message: string) {
  return refusalError({ reason, message });
}
