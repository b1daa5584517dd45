/** The GraphQL engine that both transports share: parsing, validation, execution and masking of errors. */
import { createYoga, type Plugin } from 'graphql-yoga';
import { refuse } from '../../refusal/refusals.ts';
import type { DocumentPolicy, GraphqlConfig } from '../config.ts';
import type { GraphqlContext } from '../context.ts';
import { MAX_REQUEST_BYTES, parseWithinLimits } from '../cost/limits.ts';
import { meterOperations } from '../cost/metering.ts';
import { isLeaving, maskFault } from '../refusal-error.ts';
import { schema } from '../schema.ts';
import { checkListed, documentOf } from './documents.ts';
import { refusalResponse } from './http-refusal.ts';
import { shareSubscriptions } from './shared-subscriptions.ts';

/** A request's type that a page cannot send elsewhere without asking first. */
const JSON_TYPE = /^application\/(?:json|graphql\+json)\b/i;
const CSRF_HEADER = 'x-graphql-yoga-csrf';

export type Yoga = ReturnType<typeof createGraphqlYoga>;

/**
 * `onFault` gets what clients see as a masked error only.
 * @param learning is notified of what is executed
 */
export function createGraphqlYoga(
  { onFault, documents }: Pick<GraphqlConfig, 'onFault' | 'documents'>,
  learning: Plugin<GraphqlContext>,
) {
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: '/graphql',
    // Its requests and responses are those of the platform, as the server's adapter knows them.
    fetchAPI: { Request, Response, Headers, ReadableStream, TextEncoder, TextDecoder, URL, URLSearchParams },
    plugins: [
      takeListed(documents),
      limitParsing(documents),
      refuseForms(),
      meterOperations(),
      endWithSignal(),
      shareSubscriptions(),
      learning,
    ],
    maxRequestBodySize: MAX_REQUEST_BYTES,
    extraParamNames: ['documentId'],
    batching: false,
    multipart: false,
    cors: false,
    landingPage: false,
    logging: false,
    // Its page is our own: `graphiql/`.
    graphiql: false,
    maskedErrors: {
      maskError: (error) => {
        const masked = maskFault(error);
        if (masked !== error && !isLeaving(error)) onFault(error);
        return masked;
      },
    },
  });
}

/** A request may name a listed document instead of sending it. */
function takeListed(documents: DocumentPolicy): Plugin {
  return {
    onParams: ({ params, setParams }) => setParams({ ...params, query: documentOf(documents, params) }),
  };
}

function limitParsing(documents: DocumentPolicy): Plugin {
  return {
    onParse: ({ setParseFn }) =>
      setParseFn((source, options) => {
        checkListed(documents, typeof source === 'string' ? source : source.body);
        return parseWithinLimits(source, options);
      }),
  };
}

/** Nothing is executed further for a caller that has gone or whose time is up. */
function endWithSignal(): Plugin<GraphqlContext> {
  return {
    onExecute: ({ args }) => {
      Object.assign(args, { signal: args.contextValue?.signal });
    },
  };
}

/** The types that a form of any page can send are refused, unless a header says that no form did. */
function refuseForms(): Plugin {
  return {
    onRequestParse({ request, endResponse }) {
      if (request.method !== 'POST' || request.headers.has(CSRF_HEADER)) return;
      if (JSON_TYPE.test(request.headers.get('content-type') ?? '')) return;
      const message = `send application/json, or the header ${CSRF_HEADER}`;
      endResponse(refusalResponse(refuse('invalid:media_type', message).refusal));
    },
  };
}
