/** IP addresses and blocks of them, as settings name them. */
import { BlockList, isIP } from 'node:net';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

const BLOCK = /^([^/%]+)(?:\/(\d{1,3}))?$/;

/** Whether only this machine reaches a server that listens on the host. */
export function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || isWithin(LOOPBACK, host);
}

/** Whether the text is an address in one of the blocks. */
export function isWithin(blocks: BlockList, address: string): boolean {
  return isIP(address) > 0 && blocks.check(address, familyOf(address));
}

/** Addresses and CIDR blocks, separated by commas; null where one is neither. */
export function parseBlocks(text: string): BlockList | null {
  const blocks = new BlockList();
  for (const part of text.split(',')) {
    const [, address = '', bits] = BLOCK.exec(part.trim()) ?? [];
    const family = familyOf(address);
    const most = family === 'ipv6' ? 128 : 32;
    const prefix = bits === undefined ? most : Number(bits);
    if (isIP(address) === 0 || prefix > most) return null;
    blocks.addSubnet(address, prefix, family);
  }
  return blocks;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
