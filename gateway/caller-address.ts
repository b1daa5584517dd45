/** Whose request it is where proxies stand in front: `X-Forwarded-For`, read from its right end. Pure. */
import { isIP, isIPv4 } from 'node:net';

/** Whether what this address says of others is believed. */
export type IsTrusted = (address: string) => boolean;

/** An IPv4 caller on a socket that listens on both families. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
/** Some proxies add the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d{1,5})?$/;

/**
 * The address of the right-most hop that is no trusted proxy: each proxy appends whom it heard from, so what stands
 * left of the first stranger is that stranger's own word. All trusted: the left-most. A hop that is no address makes
 * the header mean nothing.
 * @param peer address of the socket, null where it has none any more
 * @param forwarded the header's values, joined in their order; null without one
 */
export function callerAddress(
  peer: string | null,
  forwarded: string | null,
  isTrusted: IsTrusted,
): string | null {
  if (peer === null) return null;
  const socket = peer.replace(MAPPED, '');
  let caller = socket;
  let left = forwarded;
  while (left !== null && isTrusted(caller)) {
    const comma = left.lastIndexOf(',');
    const hop = addressIn(left.slice(comma + 1));
    if (hop === null) return socket;
    caller = hop;
    left = comma < 0 ? null : left.slice(0, comma);
  }
  return caller;
}

function addressIn(hop: string): string | null {
  const text = hop.trim();
  const [, bracketed, plain] = WITH_PORT.exec(text) ?? [];
  const address = (isIP(text) > 0 ? text : (bracketed ?? onlyIPv4(plain)))?.replace(MAPPED, '').toLowerCase();
  // A zone names an interface of the proxy's own machine.
  return address !== undefined && isIP(address) > 0 && !address.includes('%') ? address : null;
}

function onlyIPv4(text: string | undefined): string | undefined {
  return text !== undefined && isIPv4(text) ? text : undefined;
}
