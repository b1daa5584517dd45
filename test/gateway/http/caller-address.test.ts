import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callerAddress, networkOf } from '../../../gateway/http/caller-address.ts';
import { cpuMs } from '../../cpu-time.ts';

const PROXIES = new BlockList();
PROXIES.addSubnet('10.0.0.0', 8, 'ipv4');
PROXIES.addAddress('2001:db8::1', 'ipv6');

const isTrusted = (address: string) => PROXIES.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
const callerOf = (peer: string | null, forwarded: string | null) => callerAddress(peer, forwarded, isTrusted);

describe('the caller behind proxies', () => {
  it.each<[peer: string, forwarded: string | null, caller: string]>([
    ['10.0.0.1', null, '10.0.0.1'],
    ['10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['10.0.0.1', '198.51.100.9, 192.0.2.7', '192.0.2.7'],
    ['10.0.0.1', '192.0.2.7, 10.0.0.3,10.0.0.2', '192.0.2.7'],
    ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['10.0.0.1', ' 192.0.2.7\t', '192.0.2.7'],
    ['10.0.0.1', '192.0.2.7:5000', '192.0.2.7'],
    ['10.0.0.1', '2001:DB8::7', '2001:db8::7'],
    ['10.0.0.1', '[2001:db8::7]:5000', '2001:db8::7'],
    ['10.0.0.1', '[2001:db8::7]', '2001:db8::7'],
    ['10.0.0.1', '::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:10.0.0.1', '192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '192.0.2.7', '192.0.2.7'],
    ['2001:db8::1', '2001:db8::9, 2001:db8::1', '2001:db8::9'],
  ])('from %s with %j is %s', (peer, forwarded, caller) => {
    expect(callerOf(peer, forwarded)).toBe(caller);
  });

  it.each([
    ['192.0.2.9', '10.0.0.1'],
    ['192.0.2.9', '127.0.0.1'],
    ['192.0.2.9', '198.51.100.1, 198.51.100.2'],
    ['2001:db8::2', '192.0.2.1'],
  ])('is the peer %s where it is no trusted proxy, whatever it claims: %j', (peer, forwarded) => {
    expect(callerOf(peer, forwarded)).toBe(peer);
  });

  it.each([
    '',
    ' ',
    ',',
    '192.0.2.7,',
    'unknown',
    '_hidden',
    'for=192.0.2.7',
    '192.0.2.256',
    '192.0.2.7:port',
    '192.0.2.7:123456',
    '2001:db8::7:',
    '[192.0.2.7',
    '192.0.2.7]',
    'fe80::1%eth0',
    '0x7f.1',
    '127.1',
    'localhost',
    '192.0.2.7 10.0.0.2',
    '192.0.2.7;10.0.0.2',
    '192.0.2.7, garbage, 10.0.0.2',
    '\u0000',
  ])('is the proxy itself where its header is malformed: %j', (forwarded) => {
    expect(callerOf('10.0.0.1', forwarded)).toBe('10.0.0.1');
  });

  it('is not changed by what stands left of the first stranger', () => {
    fc.assert(
      fc.property(fc.string(), (claimed) => {
        expect(callerOf('10.0.0.1', `${claimed}, 192.0.2.7, 10.0.0.2`)).toBe('192.0.2.7');
      }),
    );
  });

  it('is an address, whatever a proxy sends', () => {
    fc.assert(
      fc.property(fc.string(), (forwarded) => {
        expect(callerOf('10.0.0.1', forwarded)).toMatch(/^[0-9a-f.:]+$/);
      }),
    );
  });

  it('is found in a header of ten kilobytes at once', () => {
    const hops = Array.from({ length: 1_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
    const ms = cpuMs(() => {
      expect(callerOf('10.0.0.1', ['192.0.2.7', ...hops].join(', '))).toBe('192.0.2.7');
      expect(callerOf('10.0.0.1', ','.repeat(10_000))).toBe('10.0.0.1');
      expect(callerOf('10.0.0.1', 'a'.repeat(10_000))).toBe('10.0.0.1');
    });
    expect(ms).toBeLessThan(200);
  });

  it('is unknown where the socket has closed', () => {
    expect(callerOf(null, '192.0.2.7')).toBeNull();
  });
});

describe('the network that a caller is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::fffe:192.0.2.7', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is one of a whole /64, and another of the next', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    const spelled = (groups: readonly number[]) => groups.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        // Those under ::/64 may hold an IPv4 address.
        fc.pre(network.some((part) => part !== 0));
        const counted = networkOf(spelled([...network, ...one]));
        expect(networkOf(spelled([...network, ...other]))).toBe(counted);
        const [a, b, c, d] = network;
        expect(networkOf(spelled([a, b, c, d ^ 1, ...one]))).not.toBe(counted);
      }),
    );
  });
});
