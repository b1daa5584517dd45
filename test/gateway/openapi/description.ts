/** The description as a judge of what the server says: every reply that a test receives must be one that it shows. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describeApi } from '../../../gateway/openapi/describe-api.ts';
import type { ApiDocument, ApiOperation, JsonSchema } from '../../../gateway/openapi/open-api.ts';
import { createOperations } from '../../../gateway/operations/operations.ts';

/** The contracts of the route table, as a server has them. */
export const CONTRACTS = createOperations().map(({ contract }) => contract);
export const DESCRIPTION: ApiDocument = describeApi(CONTRACTS, '0.0.0-test');

/** Judges JSON against a schema of the description. */
class Judge {
  readonly #ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  readonly #known = new Map<string, ValidateFunction>();

  constructor({ components }: ApiDocument) {
    // The package is CommonJS: its function is the default export's own.
    formats.default(this.#ajv);
    // Base64 is checked by its pattern, which stands beside it.
    this.#ajv.addFormat('base64', true);
    for (const keyword of ['components', 'example']) this.#ajv.addKeyword(keyword);
    this.#ajv.addSchema({ $id: 'api', components });
  }

  /** What is wrong, null where nothing is. */
  fault(schema: JsonSchema, value: unknown): string | null {
    const key = JSON.stringify(schema).replaceAll('"#/', '"api#/');
    const validate = this.#known.get(key) ?? this.#ajv.compile(JSON.parse(key));
    this.#known.set(key, validate);
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}

export const JUDGE = new Judge(DESCRIPTION);

export interface Exchanged {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What the description does not say of the exchange, null where it says it all. */
export function undescribed({ method, path, status, headers, body }: Exchanged): string | null {
  const operation = operationAt(method, path);
  if (operation === null) {
    // No operation: what refuses it is an error all the same, and an answer to OPTIONS an envelope.
    const name = status < 400 ? 'EnvelopeV1' : 'ErrorResponseV1';
    return JUDGE.fault({ $ref: `#/components/schemas/${name}` }, body);
  }
  const response = operation.responses[status];
  if (response === undefined) return `${operation.operationId} shows no status ${status}`;
  const reason = (body as { error?: { reason: string } }).error?.reason;
  if (reason !== undefined && !response.description.includes(`\`${reason}\``)) {
    return `${operation.operationId} shows no ${reason}`;
  }
  const lacking = Object.keys(response.headers).find((name) => isRequired(name) && !headers.has(name));
  if (lacking !== undefined) return `${operation.operationId} has no header ${lacking} with ${status}`;
  const fault = JUDGE.fault(response.content['application/json']!.schema, body);
  return fault === null ? null : `${operation.operationId} ${status}: ${fault}`;
}

function isRequired(name: string): boolean {
  return DESCRIPTION.components.headers[name]!.required;
}

function operationAt(method: string, path: string): ApiOperation | null {
  const routes = Object.keys(DESCRIPTION.paths).toSorted((a, b) => +a.includes('{') - +b.includes('{'));
  const route = routes.find((one) => new RegExp(`^${one.replace(/\{\w+\}/, '.+')}$`).test(path));
  return (route && DESCRIPTION.paths[route]?.[method.toLowerCase()]) || null;
}
