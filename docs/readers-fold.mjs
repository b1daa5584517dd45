#!/usr/bin/env node
/**
 * A reader's own check of a claim: that its ledger is one unbroken chain, and that the belief shown is what the ledger
 * gives. Nothing but Node (20 or newer) and JSON is needed.
 *
 *   curl -s -H "authorization: Bearer $TOKEN" "$URL/v1/claims/$CLAIM/ledger" > ledger.json
 *   node docs/readers-fold.mjs ledger.json
 *   node docs/readers-fold.mjs test/vectors/fold_valid.json
 *
 * Without a file it reads standard input. Pages of a long ledger (`next`) are given in their order, oldest first.
 * Exit status: 0 agrees; 1 disagrees; 2 nothing could be folded: no ledger, one that is broken, or only a part of it.
 *
 * Written for reading, not for speed, and independently of the server: every rule is computed anew at every entry.
 * Masses are integers in millionths. The tests hold it to the same results as the server; docs/vectors.md says more.
 */
import { readFileSync, realpathSync } from 'node:fs';
import process, { argv, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const KIND = { source: 1000, receipt: 1250, reproduction: 2000 };
const HALF_LIFE = { source: 1460, receipt: 1460, reproduction: 2920 };
const CHECK = { match: 1000, unknown: 400 };
const VETTED = 500;

const millis = (instant) => Date.parse(instant);
const dayOf = (instant) => Math.floor(millis(instant) / 86_400_000);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
/** The lists of what has one key; Node 20 has no `Object.groupBy`. */
function grouped(items, keyOfItem) {
  const groups = new Map(items.map((item) => [keyOfItem(item), []]));
  for (const item of items) groups.get(keyOfItem(item)).push(item);
  return [...groups.values()];
}
const isVetted = (entry) => entry.standing >= VETTED;
const isVettedBacking = (entry) => entry.kind === 'corroborate' && isVetted(entry);
const backersOf = (entries) => new Set(entries.filter(isVettedBacking).map((entry) => entry.actor_root));
/** One BLAKE3 hash has two spellings; a string that is no digest names nothing without its ref. */
function keyOf({ hash, ref }) {
  if (/^(blake3:)?[0-9a-f]{64}$/i.test(hash)) return hash.slice(-64).toLowerCase();
  return /^sha256:[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : `${ref}\n${hash}`;
}

/** Effective time, then server time, then event id. */
function byEffect(a, b) {
  const byTime = millis(a.effective_at) - millis(b.effective_at) || millis(a.at) - millis(b.at);
  return byTime || (a.event_id < b.event_id ? -1 : 1);
}

/** Rule 2: the entries that still stand, of entries in order of effect. */
function openEntries(entries) {
  const open = new Set();
  for (const entry of entries) {
    for (const other of open) {
      if (other.actor_root !== entry.actor_root) continue;
      const voided = {
        corroborate: other.kind !== 'corroborate',
        dispute: other.kind === 'corroborate',
        'supersede-propose': other.kind !== 'dispute',
      }[entry.kind];
      if (voided) open.delete(other);
    }
    open.add(entry);
  }
  return [...open];
}

/** Rule 3: items with their weight on a day; Infinity means without decay. */
function weighed(entries, day, observed) {
  return entries.flatMap((entry) =>
    entry.evidence.map((item) => {
      const hash = keyOf(item);
      const effective = dayOf(entry.effective_at);
      const seen = item.observed_at === undefined ? effective : Math.min(effective, dayOf(item.observed_at));
      const again = Object.hasOwn(observed, hash) ? dayOf(observed[hash]) : -Infinity;
      const age = day === Infinity ? 0 : Math.max(0, day - Math.max(seen, again));
      const decay = Math.floor(1e6 * 2 ** (-age / HALF_LIFE[item.kind]));
      const weight = Math.floor((KIND[item.kind] * CHECK[item.check] * entry.standing * decay) / 1e9);
      return { hash, weight, actor: entry.actor_root, domain: item.domain };
    }),
  );
}

/** Rule 5: Σ floor(w_i / i²), the heaviest first. */
function harmonic(weights) {
  return sum(weights.sort((a, b) => b - a).map((weight, i) => Math.floor(weight / ((i + 1) * (i + 1)))));
}

/** Rules 4 and 5 for one way to split items into voices: the least of "each artefact once" and "each voice capped". */
function partitionMass(items, voiceOf) {
  const capped = grouped(items, (item) => `v${voiceOf(item)}`);
  const artefacts = grouped(items, (item) => `h${item.hash}`).map((citing) => {
    const voices = new Set(citing.map(voiceOf));
    const voice = voices.size === 1 ? `v${voiceOf(citing[0])}` : `h${citing[0].hash}`;
    return { voice, weight: Math.max(...citing.map((item) => item.weight)) };
  });
  const once = grouped(artefacts, (artefact) => artefact.voice);
  return Math.min(
    sum(capped.map((list) => harmonic(list.map((item) => item.weight)))),
    sum(once.map((list) => harmonic(list.map((item) => item.weight)))),
  );
}

function mass(items) {
  return Math.min(
    partitionMass(items, (item) => item.actor),
    partitionMass(items, (item) => item.domain),
  );
}

/** Rule 8 (b): two vetted actors, a mass of 1.2, half of the support. */
function passesQuorum(entries, support, day, observed) {
  const total = mass(weighed(entries, day, observed));
  const actors = new Set(entries.map((entry) => entry.actor_root));
  return actors.size >= 2 && total >= 1_200_000 && 2 * total >= support;
}

const below = (r, s, percent) => (r + 1e6) * 100 < percent * (r + s + 2e6);

/** Rules 7 and 8 along the ledger: what was entered and not yet left, who won and not yet lost. */
function replay(entries, observed) {
  const path = { disputed: false, contested: false, wins: new Map() };
  const spent = new Map();
  const isProposal = (entry) =>
    entry.kind === 'supersede-propose' &&
    entry.successor !== null &&
    entry.successor !== entry.claim &&
    (isVetted(entry) || entry.authority !== null);
  for (const [i, entry] of entries.entries()) {
    const past = entries.slice(0, i + 1);
    const before = openEntries(past.slice(0, -1));
    const open = openEntries(past);
    const touched = [entry, ...before.filter((other) => !open.includes(other))];
    if (!touched.some((other) => isVetted(other) || isProposal(other))) continue;
    const day = dayOf(entry.effective_at);
    const vetted = open.filter(isVetted);
    const supports = vetted.filter((other) => other.kind === 'corroborate');
    const disputes = vetted.filter((other) => other.kind === 'dispute');
    const r = mass(weighed(supports, day, observed));
    const s = mass(weighed(disputes, day, observed));
    const quorum = new Set(disputes.map((other) => other.actor_root)).size >= 2;
    path.disputed = quorum && below(r, s, path.disputed ? 45 : 40);
    path.contested = quorum && s >= (path.contested ? 800_000 : 1_000_000);
    const backers = backersOf(past);
    const alone =
      entry.authority !== null || (isVetted(entry) && backers.size === 1 && backers.has(entry.actor_root));
    const backing = Math.max(
      -Infinity,
      ...past.filter((e) => isVetted(e) && isBacking(e, past)).map((e) => millis(e.effective_at)),
    );
    for (const successor of new Set(past.filter(isProposal).map((e) => e.successor))) {
      const win = path.wins.get(successor);
      const named = vetted.filter((e) => e.kind === 'supersede-propose' && e.successor === successor);
      const proposals = named.filter((e) => millis(e.effective_at) > (spent.get(successor) ?? -Infinity));
      const pro = passesQuorum(proposals, r, day, observed);
      if (win === undefined) {
        const decisive = isProposal(entry) && entry.successor === successor && alone ? entry : null;
        if (decisive || pro)
          path.wins.set(successor, { since: millis(entry.effective_at), decisive, backing });
        continue;
      }
      const later = supports.filter((e) => millis(e.effective_at) > win.since);
      const returnsAlone = entry.kind === 'corroborate' && millis(entry.effective_at) > win.since && alone;
      if (returnsAlone || passesQuorum(later, r, day, observed)) {
        path.wins.delete(successor);
        spent.set(successor, millis(entry.effective_at));
      } else if (open.includes(win.decisive) || pro) {
        win.backing = Math.min(win.backing, backing);
      }
    }
  }
  return path;
}

/** A corroborate that its actor has not turned against; one voided by its own proposal still dates the claim. */
function isBacking(entry, past) {
  if (entry.kind !== 'corroborate') return false;
  const next = past
    .slice(past.indexOf(entry) + 1)
    .find((other) => other.actor_root === entry.actor_root && other.kind !== 'corroborate');
  return next?.kind !== 'dispute';
}

/** Belief as the ledger response shows it, or null for an empty ledger. */
export function readersFold({ ledger, as_of, observed = {}, successors = {} }) {
  const entries = ledger.filter((entry) => millis(entry.effective_at) <= millis(as_of)).sort(byEffect);
  if (entries.length === 0) return null;
  const day = dayOf(as_of);
  const open = openEntries(entries);
  const pick = (kind, vetted) => open.filter((entry) => entry.kind === kind && isVetted(entry) === vetted);
  const massOf = (list, on = day) => mass(weighed(list, on, observed));
  const supports = pick('corroborate', true);
  const disputes = pick('dispute', true);
  const r = massOf(supports);
  const s = massOf(disputes);
  const totalR = r + Math.min(500_000, massOf(pick('corroborate', false)));
  const totalS = s + Math.min(500_000, massOf(pick('dispute', false)));
  const path = replay(entries, observed);
  const contest_ref = disputes.at(-1)?.event_id;
  const newest = supports.at(-1);
  const superseded_by = [...path.wins]
    .filter(([addr, win]) => {
      const { disputed = true, newest_support } = Object.hasOwn(successors, addr) ? successors[addr] : {};
      return !disputed && newest_support !== null && millis(newest_support) > win.backing;
    })
    .sort(([a, x], [b, y]) => y.since - x.since || (a < b ? -1 : 1))[0]?.[0];
  const state = stateOf();
  return {
    state,
    effective_confidence:
      Math.floor((2e4 * (totalR + 1e6) + (totalR + totalS + 2e6)) / (2 * (totalR + totalS + 2e6))) / 1e4,
    ...((state === 'disputed' || state === 'contested') && contest_ref && { contest_ref }),
    ...(superseded_by && { superseded_by }),
  };

  function stateOf() {
    if (superseded_by) return 'superseded';
    const opposing = new Set(disputes.map((entry) => entry.actor_root));
    const authors = backersOf(entries);
    if (authors.size === 1 && opposing.has([...authors][0])) return 'disputed';
    if (opposing.size >= 2 && below(r, s, path.disputed ? 45 : 40)) return 'disputed';
    if (opposing.size >= 2 && s >= (path.contested ? 800_000 : 1_000_000)) return 'contested';
    const old = newest !== undefined && day - dayOf(newest.effective_at) > 365;
    if (r < 250_000 || (old && 2 * r < massOf(supports, Infinity))) return 'stale';
    return 'settled';
  }
}

/** What is wrong with a ledger, as `{fault, seq}` of its first flaw, or null where it is whole from its first entry on. */
export function flawOf(ledger) {
  const previous = new Map();
  for (const [seq, entry] of ledger.entries()) {
    const { entry_hash, log, ...body } = entry;
    const before = ledger[seq - 1];
    const checks = {
      form: () => isFormed(entry),
      policy: () => entry.policy === 'fold/1',
      time: () => isInstant(entry.at) && isInstant(entry.effective_at) && entry.effective_at <= entry.at,
      claim: () => before === undefined || entry.claim === before.claim,
      seq: () => entry.seq === seq,
      prev: () => entry.prev === (before?.entry_hash ?? null),
      entry_hash: () => entry_hash === hex(blake3(cbor(body))),
      order: () => before === undefined || millis(entry.at) > millis(before.at),
      event_id: () => entry.event_id === eventId(entry, previous.get(entry.actor_root) ?? null),
    };
    const fault = Object.keys(checks).find((name) => !checks[name]());
    if (fault !== undefined) return { fault, seq };
    previous.set(entry.actor_root, entry.event_id);
  }
  return null;
}

function isFormed({ kind, standing, evidence }) {
  const isItem = (item) => Object.hasOwn(KIND, item.kind) && Object.hasOwn(CHECK, item.check);
  const isKind = ['corroborate', 'dispute', 'supersede-propose'].includes(kind);
  return isKind && evidence.every(isItem) && Number.isInteger(standing) && standing >= 0 && standing <= 1000;
}

function isInstant(text) {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString() === text && text.length === 24;
}

/** An event's id: `e1` and the first 130 bits of its core's hash in base32. */
function eventId({ claim, kind, actor_root, evidence, attestations, stake }, previous) {
  const items = evidence.map((item) => ({ ref: item.ref, hash: item.hash, kind: item.kind }));
  const amount = stake === null ? null : stake.amount;
  const core = { v: 1, claim, kind, actor_root, previous, evidence: items, attestations, stake: amount };
  const bits = (BigInt(`0x${hex(blake3(cbor(core)))}`) >> 126n).toString(32).padStart(26, '0');
  return `e1${bits.replace(/./g, (digit) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(digit, 32)])}`;
}

/** A JSON value as deterministic CBOR (RFC 8949 §4.2.1): shortest heads and floats, keys in bytewise order. */
function cbor(value) {
  if (value === null) return Buffer.of(0xf6);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Number.isSafeInteger(value)) return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'number') return float(value);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const members = Object.entries(value).map(([key, member]) => [cbor(key), cbor(member)]);
  members.sort(([a], [b]) => Buffer.compare(a, b));
  return Buffer.concat([head(5, members.length), ...members.flat()]);
}

function head(major, argument) {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  const width = [0, 1, 2, 3].find((power) => argument < 2 ** (8 << power));
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(argument));
  return Buffer.concat([Buffer.of((major << 5) | (24 + width)), bytes.subarray(8 - (1 << width))]);
}

function float(value) {
  const double = Buffer.alloc(9, 0xfb);
  double.writeDoubleBE(value, 1);
  const single = Buffer.alloc(5, 0xfa);
  single.writeFloatBE(value, 1);
  if (single.readFloatBE(1) !== value) return double;
  const half = halfOf(value, single.readUInt32BE(1));
  return half === null ? single : Buffer.of(0xf9, half >> 8, half & 0xff);
}

/** The 16 bits of a number whose 32 are given, null where they do not hold it; Node 20 has no `setFloat16`. */
function halfOf(value, bits) {
  const sign = (bits >>> 16) & 0x8000;
  const steps = Math.abs(value) * 2 ** 24;
  if (steps < 1024) return Number.isInteger(steps) ? sign | steps : null;
  const fits = (bits & 0x1fff) === 0 && Math.abs(value) < 65_536;
  return fits ? sign | (((bits & 0x7fff_ffff) >>> 13) - (112 << 10)) : null;
}

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const PERMUTED = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
/** Four columns, then four diagonals, of a state of 4 × 4 words. */
const MIXED = [0, 1].flatMap((turn) =>
  [0, 1, 2, 3].map((i) => [0, 1, 2, 3].map((row) => 4 * row + ((i + turn * row) % 4))),
);
const [FIRST_BLOCK, LAST_BLOCK, PARENT, ROOT] = [1, 2, 4, 8];

/** BLAKE3-256 as eight words: the paper's section 2. */
function blake3(bytes, firstChunk = 0, root = ROOT) {
  if (bytes.length <= 1024) return chunkWords(bytes, firstChunk, root);
  const chunks = 2 ** Math.floor(Math.log2((bytes.length - 1) / 1024));
  const left = blake3(bytes.subarray(0, chunks * 1024), firstChunk, 0);
  const right = blake3(bytes.subarray(chunks * 1024), firstChunk + chunks, 0);
  return compress(IV, [...left, ...right], { counter: 0, length: 64, flags: PARENT | root });
}

function chunkWords(bytes, counter, root) {
  let chaining = IV;
  for (let start = 0; start === 0 || start < bytes.length; start += 64) {
    const block = Buffer.alloc(64);
    const length = bytes.copy(block, 0, start, start + 64);
    const isLast = start + 64 >= bytes.length;
    const flags = (start === 0 ? FIRST_BLOCK : 0) | (isLast ? LAST_BLOCK | root : 0);
    const words = IV.concat(IV).map((_, i) => block.readUInt32LE(4 * i));
    chaining = compress(chaining, words, { counter, length, flags });
  }
  return chaining;
}

function compress(chaining, words, { counter, length, flags }) {
  const v = [...chaining, ...IV.slice(0, 4), counter, 0, length, flags];
  const turn = (at, by, right) => {
    v[at] ^= v[by];
    v[at] = (v[at] >>> right) | (v[at] << (32 - right));
  };
  for (let round = 0, m = words; round < 7; round += 1, m = PERMUTED.map((i) => m[i])) {
    for (const [i, [a, b, c, d]] of MIXED.entries()) {
      for (const half of [0, 1]) {
        v[a] = (v[a] + v[b] + m[2 * i + half]) | 0;
        turn(d, a, half === 0 ? 16 : 8);
        v[c] = (v[c] + v[d]) | 0;
        turn(b, c, half === 0 ? 12 : 7);
      }
    }
  }
  return chaining.map((_, i) => v[i] ^ v[i + 8]);
}

function hex(words) {
  const bytes = Buffer.alloc(4 * words.length);
  for (const [i, word] of words.entries()) bytes.writeInt32LE(word | 0, 4 * i);
  return bytes.toString('hex');
}

/** Checks a response, or its pages in order, and folds it. */
function checkResponse(pages) {
  const last = pages.at(-1);
  const parts = pages.map(({ ledger }) => ledger);
  if (!parts.every(Array.isArray))
    return { status: 2, why: last.error?.reason ?? 'this is no ledger response' };
  if (last.next !== undefined || last.budget?.dropped.count > 0) {
    return { status: 2, why: `the ledger goes on: ${last.next ?? 'ask with a larger token_budget'}` };
  }
  // A page names only what its own entries cite: the whole ledger needs the maps of all.
  const joined = (name) => Object.assign({}, ...pages.map((page) => page[name]));
  const maps = { observed: joined('observed'), successors: joined('successors') };
  const response = { ...last, ...maps, ledger: parts.flat() };
  const flaw = flawOf(response.ledger);
  if (flaw !== null) return { status: 2, why: `the ledger is broken at entry ${flaw.seq}: ${flaw.fault}` };
  const belief = readersFold(response);
  const agrees = isDeepStrictEqual(belief, response.belief ?? null);
  const views = new Set(pages.map(({ corpus, as_of }) => `${corpus?.snapshot} at ${as_of}`));
  if (!agrees && views.size > 1)
    return { status: 2, why: `the pages are of several views, read them again: ${[...views].join(', ')}` };
  return { status: agrees ? 0 : 1, belief, agrees };
}

/** Checks each case of fold_valid.json or fold_invalid.json. */
function checkVectors({ cases }) {
  const disagree = cases.filter((vector) => {
    const { fault = null } = flawOf(vector.ledger) ?? {};
    return fault !== (vector.fault ?? null) || (fault === null && checkResponse([vector]).status !== 0);
  });
  const status = cases.length > 0 && disagree.length === 0 ? 0 : 1;
  return { status, cases: cases.length, disagree: disagree.map(({ name }) => name) };
}

// Node 20 has no `import.meta.main`.
if (argv[1] !== undefined && realpathSync(argv[1]) === fileURLToPath(import.meta.url)) {
  let result = { status: 2, why: 'the input cannot be read as a ledger response in JSON' };
  try {
    const files = argv.length > 2 ? argv.slice(2) : [0];
    const pages = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
    result = Array.isArray(pages[0].cases) ? checkVectors(pages[0]) : checkResponse(pages);
  } catch (error) {
    stderr.write(`${error.message}\n`);
  }
  const { status, ...shown } = result;
  stdout.write(`${JSON.stringify(shown)}\n`);
  process.exitCode = status;
}
