/** Finds the operation of a path. */
import type { RestOperation } from '../operations/operation.ts';

export interface Match {
  readonly route: string;
  readonly params: Readonly<Record<string, string>>;
  /** The route's operations by method. */
  readonly methods: ReadonlyMap<string, RestOperation>;
}

interface Row {
  readonly route: string;
  readonly pattern: RegExp;
  readonly methods: ReadonlyMap<string, RestOperation>;
}

/**
 * Parameters that may hold slashes: a raw address, up to the last `/evidence` or `/ledger`
 * (docs/spec/decisions.md#2-path), and a tile's place along its level.
 */
const WITH_SLASHES: ReadonlySet<string> = new Set(['addr', 'span']);

export class Router {
  readonly #rows: readonly Row[];

  constructor(operations: readonly RestOperation[]) {
    const byRoute = Map.groupBy(operations, ({ contract }) => contract.route);
    const rows = [...byRoute].map(([route, group]) => ({
      route,
      pattern: patternOf(route),
      methods: new Map(group.map((operation) => [operation.contract.method, operation])),
    }));
    // A fixed path comes before one with a parameter that would take it too.
    this.#rows = rows.toSorted((a, b) => Number(a.route.includes('{')) - Number(b.route.includes('{')));
  }

  /** @param path as it was sent, undecoded */
  match(path: string): Match | null {
    for (const { route, pattern, methods } of this.#rows) {
      const found = pattern.exec(path);
      if (found !== null) return { route, methods, params: { ...found.groups } };
    }
    return null;
  }
}

function patternOf(route: string): RegExp {
  const pattern = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    return WITH_SLASHES.has(name) ? `(?<${name}>.*)` : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${pattern}$`);
}

/** The value of `Allow`; empty where no operation matches. */
export function allowed(match: Match | null): string {
  if (match === null) return '';
  const head = match.methods.has('GET') ? ['HEAD'] : [];
  return [...match.methods.keys(), ...head, 'OPTIONS'].toSorted().join(', ');
}
