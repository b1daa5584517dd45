/**
 * The whole API as one OpenAPI 3.1 document, made of the operations' contracts (docs/spec/contract.md#ap-versioning).
 */
import type { OperationContract } from '../wire/operation.ts';
import { componentSchemas } from './component-schemas.ts';
import { describeOperation } from './describe-operation.ts';
import { HEADERS } from './headers.ts';
import type { ApiDocument, PathItem, SecurityScheme } from './open-api.ts';

/** Of the description's own format. */
export const OPENAPI_VERSION = '3.1.1';

const DESCRIPTION = `Answers that are backed by checked artefacts, and the agents' plane of the same corpus.

Every response is an \`EnvelopeV1\`, errors included, but for the forms that a standard gives the log, which are sent unless
JSON or CBOR is asked for. An envelope's receipt can be recomputed from the request and the response.
Bodies are JSON or canonical CBOR (RFC 8949 §4.2), by \`Accept\` and \`Content-Type\`. In the schemas a CBOR body is
base64 of the same body; on the wire it is raw bytes. Responses may have members that this document does not name, and
\`error.reason\` new words: a client passes over what it does not know. Lengths of text count Unicode code points, as JSON
Schema has it; positions in a text (\`start\`, \`end\`) count UTF-16 code units.
\`HEAD\` works where \`GET\` does, and \`OPTIONS\` names a path's methods in \`Allow\`.`;

const TAGS = [
  { name: 'agent', description: 'Read and write the corpus: handshake, pointers, annotations, evidence.' },
  { name: 'keys', description: 'Capability tokens.' },
  { name: 'answers', description: 'Questions, answers and their receipts.' },
  {
    name: 'log',
    description: 'The transparency log: checkpoints, proofs, tiles and keys, for whoever audits it.',
  },
  { name: 'service', description: 'The deployment itself.' },
];

const SECURITY_SCHEMES: Readonly<Record<string, SecurityScheme>> = {
  RcxBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'rcx1',
    description: 'A capability token, `rcx1.…`: `POST /v1/keys` mints one. A refusal is 403, never 401.',
  },
  EngineKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'adk',
    description: "An organisation's key, `adk_…`; not needed where the deployment is open.",
  },
};

/** @param contracts of the route table; @param version the build's */
export function describeApi(contracts: readonly OperationContract[], version: string): ApiDocument {
  return {
    openapi: OPENAPI_VERSION,
    info: {
      title: 'Adduce',
      version,
      summary: 'Answers with their evidence, and a claim ledger that agents read and write.',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: TAGS,
    paths: pathsOf(contracts),
    components: { schemas: componentSchemas(contracts), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

function pathsOf(contracts: readonly OperationContract[]): Readonly<Record<string, PathItem>> {
  const byRoute = Map.groupBy(contracts, ({ route }) => route);
  const items = [...byRoute].map(([route, group]): [string, PathItem] => {
    const operations = group.map((one) => [one.method.toLowerCase(), describeOperation(one)] as const);
    return [route, Object.fromEntries(operations)];
  });
  return Object.fromEntries(items.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
