/** One operation as OpenAPI describes it: from its contract and from nothing else. */
import type { z } from 'zod';
import {
  COMMON_REASONS,
  ERROR_REASONS,
  type ErrorReason,
  errorResponse,
  REQUEST_REASONS,
} from '../wire/error.ts';
import type { OperationContract } from '../wire/operation.ts';
import { nameOf, referenceTo } from './component-schemas.ts';
import { exampleOf, type OperationExample } from './examples.ts';
import { headersOf } from './headers.ts';
import type { ApiOperation, ApiResponse, MediaType, Parameter } from './open-api.ts';
import { parametersOf } from './parameters.ts';

/** Which credential opens an operation; one without any stands for a caller without a credential. */
const SECURITY = {
  token: [{ RcxBearer: [] }],
  'optional token': [{ RcxBearer: [] }, {}],
  // In open mode there is no key to be had, nor needed.
  key: [{ EngineKey: [] }, {}],
  none: [{}],
} as const satisfies Record<OperationContract['credential'], ApiOperation['security']>;

export function describeOperation(contract: OperationContract): ApiOperation {
  const { id, tag, summary, capability, credential, body } = contract;
  const example = exampleOf(id);
  const parameters = parametersOf(contract).map((parameter) => withExample(parameter, example));
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(capability !== null && { description: `Capability: \`${capability}\`.` }),
    security: SECURITY[credential],
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { required: body.required, content: inBothFormats(body.schema, example.body) },
    }),
    responses: responsesOf(contract, example),
  };
}

function withExample(parameter: Parameter, { parameters = {} }: OperationExample): Parameter {
  const example = parameters[parameter.name];
  return example === undefined ? parameter : { ...parameter, example };
}

function responsesOf(contract: OperationContract, { replies }: OperationExample): ApiOperation['responses'] {
  const { reply, reasons, reserved = [], refusals = {} } = contract;
  const byStatus = Map.groupBy(
    [...(contract.isStoreless === true ? REQUEST_REASONS : COMMON_REASONS), ...reasons, ...reserved],
    (reason: ErrorReason) => ERROR_REASONS[reason].status,
  );
  const refused = [...byStatus].map(([status, words]): [string, ApiResponse] => {
    const content = inBothFormats(refusals[status] ?? errorResponse, replies[status]);
    const description = words.map((word) => wording(word, reserved)).join(', ');
    return [String(status), { description, headers: headersOf(contract, status), content }];
  });
  const content = { ...inBothFormats(reply.schema, replies[reply.status]), ...otherForms(reply) };
  const done = { description: reply.description, headers: headersOf(contract, reply.status), content };
  // Numbers as keys come in their order.
  return { [reply.status]: done, ...Object.fromEntries(refused) };
}

/** Bytes have no schema (OpenAPI 3.1, "Considerations for File Uploads"). */
function otherForms({ plain, files = [] }: OperationContract['reply']): Readonly<Record<string, MediaType>> {
  const forms = plain === undefined ? files : [plain, ...files];
  return Object.fromEntries(
    forms.map(({ type, description }) => [
      type,
      { schema: type.startsWith('text/') ? { type: 'string' as const, description } : { description } },
    ]),
  );
}

function wording(word: ErrorReason, reserved: readonly ErrorReason[]): string {
  return reserved.includes(word) ? `\`${word}\` (nothing says it yet)` : `\`${word}\``;
}

/** The same body twice; a schema speaks of text, and of bytes as their base64 (docs/spec/contract.md#ap-formats). */
function inBothFormats(type: z.ZodType, value: unknown): Readonly<Record<string, MediaType>> {
  const schema = referenceTo(nameOf(type));
  const asBytes = {
    type: 'string',
    contentEncoding: 'base64',
    contentMediaType: 'application/cbor',
    contentSchema: schema,
  } as const;
  return {
    'application/json': { schema, ...(value !== undefined && { examples: { example: { value } } }) },
    'application/cbor': { schema: asBytes },
  };
}
