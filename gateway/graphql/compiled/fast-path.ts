/**
 * The fast path of a plain POST whose query is known: executed by compiled code and sent. Anything out of the ordinary,
 * errors among it, takes the full path through GraphQL Yoga, so that there is one form of each refusal and fault.
 */
import type { Plugin } from 'graphql-yoga';
import { atOnePosition, countingLooks } from '../../../graph/caller.ts';
import type { HeadReader } from '../../../graph/store/log.ts';
import type { PlainReply } from '../../http/plain-post.ts';
import type { GraphqlContext } from '../context.ts';
import { type Cost, costOfRun } from '../cost/cost.ts';
import { scopeKey } from '../session/scope-key.ts';
import { isNarrowed } from '../session/token-scope.ts';
import { CompiledQueries, type KnownQuery, type QueryText } from './compiled-queries.ts';
import { KeptResults } from './result-cache.ts';

/** Longer bodies take the full path. */
const MAX_BODY_BYTES = 64_000;
const MEMBERS: ReadonlySet<string> = new Set(['query', 'variables', 'operationName']);
const JSON_TYPE = /^application\/json(?:; *charset=utf-8)?$/i;
/** By what a caller accepts; one that accepts anything, or sends no `Accept`, gets JSON. */
const RESPONSE_TYPES: ReadonlyMap<string, string> = new Map([
  ['', 'application/json; charset=utf-8'],
  ['*/*', 'application/json; charset=utf-8'],
  ['application/json', 'application/json; charset=utf-8'],
  ['application/graphql-response+json', 'application/graphql-response+json; charset=utf-8'],
]);

/** What a request says before its body. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  /** Of a name in lower case; null where there is none. */
  readonly header: (name: string) => string | null;
}

interface Posted extends QueryText {
  readonly variables: Readonly<Record<string, unknown>>;
}

export class FastPath {
  readonly #queries = new CompiledQueries();
  readonly #results: KeptResults;

  constructor(reader: HeadReader) {
    this.#results = new KeptResults(reader);
  }

  /** Is notified of what the full path answers without an error. */
  get learning(): Plugin<GraphqlContext> {
    const queries = this.#queries;
    return {
      onExecute: ({ args: { document, contextValue } }) => ({
        onExecuteDone: ({ result }) => {
          const { params } = contextValue;
          if (Symbol.asyncIterator in result || result.errors !== undefined || !params.query) return;
          queries.answered({ query: params.query, operationName: params.operationName ?? null }, document);
        },
      }),
    };
  }

  /** Whether it may be answered here: then its body can be read as a whole. */
  static mayAnswer({ method, path, header }: RequestHead): boolean {
    const length = header('content-length');
    return (
      method === 'POST' &&
      length !== null &&
      Number(length) <= MAX_BODY_BYTES &&
      JSON_TYPE.test(header('content-type') ?? '') &&
      RESPONSE_TYPES.has(header('accept') ?? '') &&
      header('content-encoding') === null &&
      path === '/graphql'
    );
  }

  /**
   * @param accept of a request that may be answered here, null without it
   * @param text its body
   * @returns null where the full path must be taken
   */
  async answer(accept: string | null, text: string, context: GraphqlContext): Promise<PlainReply | null> {
    const posted = readPosted(text);
    const known = posted === null ? null : this.#queries.find(posted);
    if (posted === null || known === null) return null;
    const values = known.values(posted.variables);
    const cost = values === null ? null : known.weigh(posted.variables);
    if (values === null || cost === null) return null;
    // A caller that has used up its rate is refused on the full path, where it is not counted again.
    if (!(await isGranted(context.meter.charge(cost)))) return null;
    const run = (logSize?: number) => executed(known, values, cost, { ...context, logSize });
    const result = known.isOfGraph ? this.#results.read(keyOf(known, posted, context), run) : run();
    // What fails here fails on the full path, in the form that it has there.
    const body = await result.catch(() => null);
    if (body === null) return null;
    const type = RESPONSE_TYPES.get(accept ?? '') ?? '';
    return { status: 200, headers: { 'content-type': type }, body };
  }
}

/** The same for all who ask the same and may see the same. */
function keyOf({ serial }: KnownQuery, { variables }: Posted, { session }: GraphqlContext): string {
  return JSON.stringify([serial, scopeKey(session), variables]);
}

async function executed(
  known: KnownQuery,
  values: Posted['variables'],
  cost: Cost,
  context: GraphqlContext,
): Promise<string> {
  const looks = known.looks(isNarrowed(context.session));
  const settle = async () => {
    const came = costOfRun(cost, looks);
    await context.meter.settle(came);
    return came;
  };
  // What is compiled is a query.
  const run = () => atOnePosition(() => known.run(context, values));
  const data = await countingLooks(looks, run).catch(async (fault: unknown) => {
    await settle();
    throw fault;
  });
  return `{"data":${data},"extensions":${JSON.stringify({ cost: await settle() })}}`;
}

function isGranted(charge: Promise<void>): Promise<boolean> {
  return charge.then(
    () => true,
    () => false,
  );
}

function readPosted(body: string): Posted | null {
  const posted = parsed(body);
  if (!isRecord(posted) || Object.keys(posted).some((name) => !MEMBERS.has(name))) return null;
  const { query, variables = null, operationName = null } = posted;
  if (typeof query !== 'string') return null;
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null;
  if (variables !== null && !isRecord(variables)) return null;
  return { query, operationName, variables: variables ?? {} };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
