import { CAPABILITIES, isCapability } from '../../../engine/keys/capabilities.ts';
import type { Restrictions } from '../../../engine/keys/token-block.ts';
import { attenuateToken } from '../../../engine/keys/token-chain.ts';
import { isCorpusName } from '../../../graph/address.ts';
import { addMilliseconds, parseDuration } from '../../../graph/time.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { usage } from '../failure.ts';
import { SYSTEM_CLOCK } from '../system-clock.ts';

/** What the narrowed token may do at most; what is left out stays as it is. */
export interface NarrowRequest extends Omit<Restrictions, 'exp'> {
  /** ISO 8601 duration from now on. */
  readonly ttl?: string;
}

const ADDRESS_START = 'wx://';
const MAX_TTL_MS = 3_650 * 24 * 60 * 60 * 1_000;

/** `adduce keys narrow`: adds a block to the token of `ADDUCE_TOKEN`. Offline: neither store nor service is asked. */
export async function narrowToken(
  { settings, output }: CommandContext,
  request: NarrowRequest,
): Promise<ExitCode> {
  if (settings.token === null) throw usage('ADDUCE_TOKEN is not set: it holds the token to narrow');
  const restrictions = restrictionsOf(request);
  const token = attenuateToken(settings.token, restrictions);
  if (token === null) {
    throw usage('ADDUCE_TOKEN is no token, or is sealed, or has no room for a block of this length');
  }
  output.result({ token, ...restrictions }, [token]);
  return EXIT.ok;
}

function restrictionsOf({ ttl, ...rest }: NarrowRequest): Restrictions {
  const { caps = [], corpora = [], prefixes = [], audience } = rest;
  const stated = Object.entries(rest).filter(([, value]) => value !== undefined);
  if (stated.length === 0 && ttl === undefined) throw usage('name what is left, such as --cap wiki.search');
  const cap = caps.find((name) => !isCapability(name));
  if (cap !== undefined)
    throw usage(`--cap is ${JSON.stringify(cap)}: it accepts ${CAPABILITIES.join(', ')}`);
  const corpus = corpora.find((name) => !isCorpusName(name));
  if (corpus !== undefined) throw usage(`--corpus is ${JSON.stringify(corpus)}: that is no name of a corpus`);
  const prefix = prefixes.find((text) => !text.startsWith(ADDRESS_START));
  if (prefix !== undefined)
    throw usage(`--prefix is ${JSON.stringify(prefix)}: it begins with ${ADDRESS_START}`);
  if (audience === '') throw usage('--audience is empty: it accepts the name of a service');
  return { ...Object.fromEntries(stated), ...(ttl !== undefined && { exp: expiryAfter(ttl) }) };
}

function expiryAfter(ttl: string): string {
  const ms = parseDuration(ttl);
  if (ms === null || ms === 0 || ms > MAX_TTL_MS) {
    throw usage(`--ttl is ${JSON.stringify(ttl)}: it accepts a duration such as PT1H, at most P3650D`);
  }
  return addMilliseconds(SYSTEM_CLOCK.now(), ms);
}
