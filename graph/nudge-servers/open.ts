import type { Nudges } from '../nudge/nudges.ts';
import { type NudgeOptions, parseNudgeUrl } from './options.ts';

/**
 * Connects in the background: a server that is away holds nothing up. Only the client in use is loaded.
 * @throws {RangeError} for a URL that names no server
 */
export async function openNudges({ url, onFault }: NudgeOptions): Promise<Nudges> {
  const target = parseNudgeUrl(url);
  // Not repeated: it may hold a password.
  if (target === null) throw new RangeError('not the URL of a server for nudges');
  if (target.server.protocol === 'nats:') return (await import('./nats.ts')).natsNudges(target, onFault);
  return (await import('./redis.ts')).redisNudges(target, onFault);
}
