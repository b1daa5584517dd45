/** What an envelope says of its corpus where the operation itself named none. */
import type { Engine } from '../../engine/engine.ts';
import { corpusOf } from './reply.ts';
import type { RestConfig } from './rest-config.ts';

/** Where there is no corpus yet, or no telling which. */
export const NO_CORPUS = { name: '', snapshot: '' };

/** The corpus that the request means by its query, else the one that reads mean without a name. */
export async function corpusMeant(
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
