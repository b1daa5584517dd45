/**
 * Claims of the made corpus and the artefacts that state them, by number: a benchmark knows every one, so that the totals of a list can
 * be compared with a count by hand.
 */
import { encodeLayout } from '../engine/reading/document/layout-blob.ts';
import { artefactId, type ClaimAddr, sectionAddr } from '../graph/address.ts';
import type { ArtefactRecord } from '../graph/artefact.ts';
import type { ClaimCore } from '../graph/claim.ts';
import { clusterOf } from '../graph/cluster.ts';
import { claimAddr } from '../graph/content-address.ts';
import { blake3Hex } from '../graph/digest.ts';

export const MADE_CORPUS = 'made';
export const CLAIMS_OF_DOCUMENT = 6;
const FIRST_DAY = Date.UTC(2023, 0, 1);
export const DAY_MS = 86_400_000;
/** Documents of one day. */
const A_DAY = 30;

const THINGS = [
  'harbour',
  'bridge',
  'museum',
  'lighthouse',
  'station',
  'library',
  'theatre',
  'market',
  'mill',
  'tower',
];
const ATTRIBUTES = [
  'boats',
  'arches',
  'rooms',
  'lamps',
  'platforms',
  'shelves',
  'seats',
  'stalls',
  'wheels',
  'bells',
];
const DIMENSIONS = ['count', 'length', 'mass', 'date'];
export const LICENCES = ['CC-BY-4.0', 'CC0-1.0', 'MIT', 'All rights reserved'];
const LANGUAGES = ['en', 'de', 'fr'];
/** What is known of a claim that was made, for counts by hand. */
export interface MadeClaim {
  readonly addr: ClaimAddr;
  readonly core: ClaimCore;
  readonly cluster: string;
  readonly document: number;
}

export function madeClaim(n: number): MadeClaim {
  const document = Math.floor(n / CLAIMS_OF_DOCUMENT);
  const thing = pick(THINGS, n);
  const attribute = pick(ATTRIBUTES, Math.floor(n / THINGS.length));
  // Every 40th claim says again, in other words, what the one 20 before it says.
  const isAgain = saysAgain(n);
  const subject = ledgerOf(n);
  const value = String((subject * 7) % 1_000);
  const key = `${thing} ${subject}`;
  const text = isAgain
    ? `There are ${value} ${attribute} at ${key}.`
    : `The ${key} has ${value} ${attribute}.`;
  const core: ClaimCore = {
    v: 1,
    corpus: MADE_CORPUS,
    lang: pick(LANGUAGES, document),
    text,
    form: {
      subject: { key, surface: key, how: 'explicit' },
      attribute: { head: attribute, modifiers: [], predicate: 'have', dimension: pick(DIMENSIONS, n) },
      value: { kind: 'quantity', min: value, max: value, unit: '', precision: 0 },
      scope: { valid_from: null, valid_to: null, place: null, qualifiers: [] },
      role: 'current',
      polarity: 'affirmed',
      modality: 'asserted',
    },
  };
  const addr = claimAddr(core);
  return { addr, core, cluster: isAgain ? madeClaim(subject).cluster : clusterOf(addr), document };
}

const AGAIN = 20;

function saysAgain(n: number): boolean {
  return n % (2 * AGAIN) === AGAIN;
}

/** The claim in whose ledger evidence on claim `n` is. */
export function ledgerOf(n: number): number {
  return saysAgain(n) ? n - AGAIN : n;
}

/** A claim contradicts one so far before it, which another publisher states. */
const CONTRADICTED_BEFORE = 615;

/** Of one of forty; null: of none. */
export function madeRival(n: number): ClaimAddr | null {
  const isContradicting = n % 40 === 30 && n >= CONTRADICTED_BEFORE;
  return isContradicting ? madeClaim(n - CONTRADICTED_BEFORE).addr : null;
}

/** When document `n` was observed: documents come in the order of their days, 30 a day. */
export function madeDay(n: number): string {
  return new Date(FIRST_DAY + Math.floor(n / A_DAY) * DAY_MS + 36_000_000).toISOString();
}

export function claimsOf(n: number, count: number): readonly MadeClaim[] {
  const first = n * CLAIMS_OF_DOCUMENT;
  return Array.from({ length: Math.min(CLAIMS_OF_DOCUMENT, count - first) }, (_, k) => madeClaim(first + k));
}

export function layoutOf(text: string): Uint8Array {
  return encodeLayout([{ kind: 'paragraph', start: 0, end: text.length, level: 0, heading: -1, leadIn: -1 }]);
}

export function textOf(claims: readonly MadeClaim[]): string {
  return claims.map(({ core }) => core.text).join(' ');
}

export function madeArtefact(n: number, count: number): ArtefactRecord {
  const text = textOf(claimsOf(n, count));
  const title = `Survey ${n} of the ${pick(THINGS, n)}`;
  const hash = blake3Hex(new TextEncoder().encode(text));
  const id = artefactId(MADE_CORPUS, `d${n}`, hash);
  const publisher = `publisher${n % 53}.example`;
  return {
    artefact_id: id,
    corpus: MADE_CORPUS,
    doc_id: `d${n}`,
    version: 1,
    url: `https://www.${publisher}/d${n}`,
    title,
    hash,
    text_hash: hash,
    layout_hash: blake3Hex(layoutOf(text)),
    media_type: n % 2 === 0 ? 'text/plain' : 'text/html',
    domain: `www.${publisher}`,
    publisher,
    licence: pick(LICENCES, n),
    lang: pick(LANGUAGES, n),
    summary: text.slice(0, 120),
    published: null,
    observed_at: madeDay(n),
    sections: [{ addr: sectionAddr(MADE_CORPUS, id, 0), heading: '', span: { start: 0, end: text.length } }],
    mirror_of: null,
  };
}

function pick<T>(of: readonly T[], n: number): T {
  // The index is within the list.
  return of[n % of.length] as T;
}
