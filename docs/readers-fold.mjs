#!/usr/bin/env node
/**
 * A reader's own fold: recomputes the belief of a claim from one ledger response, with nothing but Node.
 *
 *   curl -s -H "authorization: Bearer $TOKEN" "$URL/v1/claims/$CLAIM/ledger" | node docs/readers-fold.mjs
 *
 * Written for reading, not for speed, and independently of the server's fold: every rule is computed anew at every
 * entry. Masses are integers in millionths. The tests hold both to the same results.
 */
import { readFileSync } from 'node:fs';
import { argv, exit, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';

const KIND = { source: 1000, receipt: 1250, reproduction: 2000 };
const HALF_LIFE = { source: 1460, receipt: 1460, reproduction: 2920 };
const CHECK = { match: 1000, unknown: 400 };
const VETTED = 500;

const millis = (instant) => Date.parse(instant);
const dayOf = (instant) => Math.floor(millis(instant) / 86_400_000);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const isVetted = (entry) => entry.standing >= VETTED;
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
  const capped = Object.values(Object.groupBy(items, (item) => `v${voiceOf(item)}`));
  const artefacts = Object.values(Object.groupBy(items, (item) => `h${item.hash}`)).map((citing) => {
    const voices = new Set(citing.map(voiceOf));
    const voice = voices.size === 1 ? `v${voiceOf(citing[0])}` : `h${citing[0].hash}`;
    return { voice, weight: Math.max(...citing.map((item) => item.weight)) };
  });
  const once = Object.values(Object.groupBy(artefacts, (artefact) => artefact.voice));
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
  return (
    new Set(entries.map((entry) => entry.actor_root)).size >= 2 && total >= 1_200_000 && 2 * total >= support
  );
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
  for (let i = 0; i < entries.length; i += 1) {
    const entry = entries[i];
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
    const backers = new Set(
      past.filter((e) => e.kind === 'corroborate' && isVetted(e)).map((e) => e.actor_root),
    );
    const alone =
      entry.authority !== null || (isVetted(entry) && backers.size === 1 && backers.has(entry.actor_root));
    const backing = Math.max(
      -Infinity,
      ...past.filter((e) => isVetted(e) && isBacking(e, past)).map((e) => millis(e.effective_at)),
    );
    for (const successor of new Set(past.filter(isProposal).map((e) => e.successor))) {
      const win = path.wins.get(successor);
      const proposals = vetted.filter(
        (e) =>
          e.kind === 'supersede-propose' &&
          e.successor === successor &&
          millis(e.effective_at) > (spent.get(successor) ?? -Infinity),
      );
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
      const standing = Object.hasOwn(successors, addr) ? successors[addr] : undefined;
      return (
        standing &&
        !standing.disputed &&
        standing.newest_support !== null &&
        millis(standing.newest_support) > win.backing
      );
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
    const authors = new Set(
      entries.filter((e) => e.kind === 'corroborate' && isVetted(e)).map((e) => e.actor_root),
    );
    if (authors.size === 1 && opposing.has([...authors][0])) return 'disputed';
    if (opposing.size >= 2 && below(r, s, path.disputed ? 45 : 40)) return 'disputed';
    if (opposing.size >= 2 && s >= (path.contested ? 800_000 : 1_000_000)) return 'contested';
    const old = newest !== undefined && day - dayOf(newest.effective_at) > 365;
    if (r < 250_000 || (old && 2 * r < massOf(supports, Infinity))) return 'stale';
    return 'settled';
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const response = JSON.parse(readFileSync(0, 'utf8'));
  const belief = readersFold(response);
  const agrees = isDeepStrictEqual(belief, response.belief ?? null);
  stdout.write(`${JSON.stringify({ belief, agrees })}\n`);
  exit(agrees ? 0 : 1);
}
