/** Reads a request's body under its bounds, in either format (docs/spec/decisions.md#8-cbor). */
import { decodeCbor } from '../../graph/canonical.ts';
import { CanonicalError } from '../../graph/canonical-error.ts';
import { parseJson } from '../../graph/parse-json.ts';
import { CBOR_TYPE, formatOfBody } from '../operations/negotiate.ts';
import { REQUEST_LIMITS } from '../operations/request-limits.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';

/**
 * The value of the body, undefined for an empty one. No more than the bound is ever held; what follows is left in the
 * stream, for the server to drain.
 * @param own what the operation's contract says of its body
 */
export async function readBody(
  request: Request,
  own: { readonly maxMembers?: number } = {},
): Promise<GatewayOutcome<unknown>> {
  const limits = { ...REQUEST_LIMITS, maxMembers: own.maxMembers ?? REQUEST_LIMITS.maxMembers };
  const format = formatOfBody(request.headers.get('content-type'));
  if (format === null) return refuse('invalid:media_type', 'a body is application/json or application/cbor');
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  if (encoding !== 'identity')
    return refuse('invalid:media_type', 'a body is sent without a content-encoding');
  const bytes = await readBytes(request);
  if (bytes === null) return refuse('invalid:size', `a body has at most ${REQUEST_LIMITS.maxBytes} bytes`);
  if (bytes.length === 0) return { ok: true, value: undefined };
  return format === CBOR_TYPE ? readCbor(bytes, limits) : readJson(bytes, limits);
}

async function readBytes(request: Request): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length') ?? 0) > REQUEST_LIMITS.maxBytes) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > REQUEST_LIMITS.maxBytes) {
      reader.releaseLock();
      return null;
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks);
}

type Limits = typeof REQUEST_LIMITS;

function readCbor(bytes: Uint8Array, limits: Limits): GatewayOutcome<unknown> {
  try {
    return { ok: true, value: decodeCbor(bytes, limits) };
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    return refuse('invalid:cbor', `the body is not acceptable CBOR: ${error.message}`);
  }
}

function readJson(bytes: Uint8Array, limits: Limits): GatewayOutcome<unknown> {
  const parsed = parseJson(bytes, limits);
  return parsed.ok ? parsed : refuse('invalid:body', `the body is not acceptable JSON: ${parsed.fault}`);
}
