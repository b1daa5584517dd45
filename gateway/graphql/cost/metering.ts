/** Every operation is weighed before it runs, refused past the bounds, and counted, also by the rows that it came to look at; its result says what it cost. */

import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { atOnePosition, countingLooks } from '../../../graph/caller.ts';
import { nextIteration } from '../../../graph/event-loop.ts';
import type { GraphqlContext } from '../context.ts';
import { checkOnlyQueries, isQuery } from '../only-queries.ts';
import { checkIntrospection } from '../session/introspection.ts';
import { isNarrowed } from '../session/token-scope.ts';
import { type Cost, costOfRun, looksOf, weigh } from './cost.ts';

export function meterOperations(): Plugin<GraphqlContext> {
  return {
    onExecute: async ({ args, executeFn, setExecuteFn, setResultAndStopExecution }) => {
      // What a document asks first is read in another event-loop slice than the one in which it was parsed and validated.
      await nextIteration();
      const cost = await chargeFor(args);
      if (cost instanceof GraphQLError) return setResultAndStopExecution({ errors: [cost] });
      // What has no cost may be of any breadth, and fails.
      const { session = null } = (args as Args).contextValue ?? {};
      const looks = cost === null ? { rows: 0 } : looksOf(args, isNarrowed(session));
      const run = isQuery(args) ? atOnePosition : <T>(work: () => T) => work();
      setExecuteFn((given) => countingLooks(looks, () => run(() => executeFn(given))));
      return {
        onExecuteDone: async ({ result, setResult }) => {
          if (cost === null || Symbol.asyncIterator in result) return;
          const came = costOfRun(cost, looks);
          await (args as Args).contextValue?.meter.settle(came);
          setResult({ ...result, extensions: { ...result.extensions, cost: came } });
        },
      };
    },
    // Its results are the same for everybody who asks it, and so is what it costs.
    onSubscribe: async ({ args, setResultAndStopExecution }) => {
      const cost = await chargeFor(args);
      if (cost instanceof GraphQLError) setResultAndStopExecution({ errors: [cost] });
    },
  };
}

/** A refusal is a result, not a fault: `denied:operation`, `denied:introspection`, `query:too_large`, `limited:rate`. */
async function chargeFor(args: Args): Promise<Cost | null | GraphQLError> {
  try {
    return await charge(args);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

type Args = ExecutionArgs & { contextValue?: GraphqlContext };

async function charge(args: Args): Promise<Cost | null> {
  const { contextValue, document } = args;
  if (contextValue?.onlyQueries) checkOnlyQueries(args);
  if (contextValue) checkIntrospection(contextValue.config.introspection, contextValue.session, document);
  const cost = weigh(args);
  await contextValue?.meter.charge(cost);
  return cost;
}
