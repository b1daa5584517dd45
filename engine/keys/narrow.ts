/** What a chain of blocks allows together: never more than any of them (docs/spec/decisions.md#7-tokens). Pure. */
import type { Restrictions } from './token-block.ts';
import type { TokenChain } from './token-chain.ts';

/** The meet of all blocks; null means "no bound". */
export interface Allowance {
  readonly capabilities: ReadonlySet<string>;
  readonly corpora: ReadonlySet<string> | null;
  readonly prefixes: readonly string[] | null;
  readonly budget: number | null;
  /** Every audience that a block names: the service must be all of them. */
  readonly audiences: ReadonlySet<string>;
  readonly expiresAt: string;
}

export function allowanceOf({ root, later }: Pick<TokenChain, 'root' | 'later'>): Allowance {
  const unbound: Allowance = {
    capabilities: new Set(root.caps),
    corpora: null,
    prefixes: null,
    budget: null,
    audiences: new Set(),
    expiresAt: root.exp,
  };
  return [root, ...later].reduce(narrow, unbound);
}

function narrow(allowance: Allowance, block: Restrictions): Allowance {
  const { capabilities, corpora, prefixes, budget, audiences, expiresAt } = allowance;
  return {
    capabilities: meet(capabilities, block.caps),
    corpora:
      block.corpora && corpora === null ? new Set(block.corpora) : corpora && meet(corpora, block.corpora),
    prefixes: block.prefixes ? meetPrefixes(prefixes, block.prefixes) : prefixes,
    budget: block.budget === undefined ? budget : Math.min(budget ?? block.budget, block.budget),
    audiences: block.audience === undefined ? audiences : new Set([...audiences, block.audience]),
    expiresAt: block.exp !== undefined && block.exp < expiresAt ? block.exp : expiresAt,
  };
}

function meet(names: ReadonlySet<string>, other: readonly string[] | undefined): ReadonlySet<string> {
  return other === undefined ? names : names.intersection(new Set(other));
}

/** Of each pair the longer prefix, where one begins with the other: an address under it is under both. */
function meetPrefixes(prefixes: readonly string[] | null, other: readonly string[]): readonly string[] {
  if (prefixes === null) return other;
  const met = prefixes.flatMap((one) =>
    other.flatMap((two) => {
      if (one.startsWith(two)) return [one];
      return two.startsWith(one) ? [two] : [];
    }),
  );
  return [...new Set(met)];
}
