/** Which address a path of `/v1/items/{addr}` means (docs/spec/decisions.md#2-path). */
import { READABLE_KINDS } from '../../engine/search/read-item.ts';
import { type Address, addressPathParam } from '../../graph/address.ts';
import type { Call } from './operation.ts';
import { type GatewayOutcome, refuse } from './refusals.ts';

const ACCEPTED = READABLE_KINDS.map((kind) => `wx://<corpus>/${kind}/…`);

/** `invalid:addr` for what is no address, and for one of a kind that nothing is read at. */
export function itemParam({ params }: Pick<Call, 'params'>): GatewayOutcome<Address> {
  const parsed = addressPathParam(params.addr ?? '');
  if (parsed.ok && isReadable(parsed.kind)) return { ok: true, value: parsed };
  const part = parsed.ok ? 'kind' : parsed.reason;
  const message = `what can be read by its address is ${ACCEPTED.join(', ')}`;
  return refuse('invalid:addr', message, { details: { part, accepts: ACCEPTED } });
}

function isReadable(kind: string): boolean {
  return READABLE_KINDS.some((one) => one === kind);
}
