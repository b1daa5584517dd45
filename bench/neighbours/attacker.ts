/** One attack in a process of its own: `attacker.ts NAME URL SECONDS`. Prints how its requests ended, as JSON. */
import { ATTACKS, arrive } from './attacks.ts';
import type { Outcome } from './http.ts';

const [name = '', url = '', seconds = ''] = process.argv.slice(2);
const attack = ATTACKS[name];
if (attack === undefined) throw new RangeError(`there is no attack ${name}`);
const visitors = await arrive(url, attack.visitors);
const tally = new Map<Outcome, number>();
const signal = AbortSignal.timeout(Number(seconds) * 1_000);
// Requests that are still open when the time is over are given up.
const print = () => {
  console.log(JSON.stringify(Object.fromEntries(tally)));
  process.exit(0);
};
signal.addEventListener('abort', () => setTimeout(print, 100));
process.send?.('begun');
await attack.run({ url, signal, tally }, visitors);
