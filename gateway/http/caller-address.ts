/** Whose request it is, and with whom it is counted. Pure. */
import { isIP, isIPv4, isIPv6 } from 'node:net';

/** Whether what this address says of others is believed. */
export type IsTrusted = (address: string) => boolean;

/** An IPv4 caller on a socket that listens on both families. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
/** Some proxies add the port: `192.0.2.1:5000`, `[2001:db8::1]:5000`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::\d{1,5})?$/;

/**
 * The caller's address where proxies stand in front, by `X-Forwarded-For`, read from its right end: that of the
 * right-most hop that is no trusted proxy. Each proxy appends whom it heard from, so what stands left of the first stranger
 * is that stranger's own word. All trusted: the left-most. A hop that is no address makes the header mean nothing.
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

/** Groups of 16 bits in an address, and of those that name the network of one subscriber: a /64. */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * Whose calls are counted together: an IPv4 address, or the /64 of an IPv6 one, since a caller that has one address of it has
 * them all. An IPv4 address within an IPv6 one is that IPv4 address.
 * @param address as `callerAddress` gives it
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const [high = 0, low = 0] = groups.slice(-2);
  if (groups.slice(0, -2).join() === '0,0,0,0,0,65535') {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  }
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/** All eight. */
function groupsOf(address: string): number[] {
  // A URL's host is spelled in one way, without dots.
  const [left = '', right = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const before = left.split(':').filter((group) => group !== '');
  const after = right.split(':').filter((group) => group !== '');
  const between = Array<string>(GROUPS - before.length - after.length).fill('0');
  return [...before, ...between, ...after].map((group) => Number.parseInt(group, 16));
}
