/** The corpus of an envelope where the operation named none. */
import type { Engine } from '../../engine/engine.ts';
import { corpusOf } from './reply.ts';
import type { RestConfig } from './rest-config.ts';

/** Of a store without a corpus, or where the corpus cannot be read. */
export const NO_CORPUS = { name: '', snapshot: '' };

/** The corpus that the query names, else the one that reads use without a name. */
export async function envelopeCorpus(
  { engine, config }: { readonly engine: Engine; readonly config: Pick<RestConfig, 'onFault'> },
  query: URLSearchParams,
): Promise<{ readonly name: string; readonly snapshot: string }> {
  try {
    const named = await engine.resolveCorpus(query.get('corpus'), null);
    const meant = named.ok ? named : await engine.resolveCorpus(null, null);
    return meant.ok ? corpusOf(meant.value) : NO_CORPUS;
  } catch (fault) {
    config.onFault(fault);
    return NO_CORPUS;
  }
}
