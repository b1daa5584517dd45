/**
 * The GraphStore port's contract in code: every adapter calls this one suite.
 *
 * `open` gives an empty store each time. `reopen` closes it and opens the same data again; `dispose` closes whatever is
 * open and removes the data.
 */
import { describe, it } from 'vitest';
import { describeAnnotations } from './graph-store/annotations.ts';
import { describeAnswers } from './graph-store/answers.ts';
import { describeArtefacts } from './graph-store/artefacts.ts';
import { describeCallers } from './graph-store/callers.ts';
import { describeClaims } from './graph-store/claims.ts';
import { describeCounts } from './graph-store/counts.ts';
import { describeEdges } from './graph-store/edges.ts';
import type { OpenStore, StoreTest } from './graph-store/harness.ts';
import { describeLedgers } from './graph-store/ledgers.ts';
import { describeLists } from './graph-store/lists.ts';
import { describeLog } from './graph-store/log.ts';
import { describeNear } from './graph-store/near.ts';
import { describePages } from './graph-store/pages.ts';
import { describeText } from './graph-store/text.ts';
import { describeTransactions } from './graph-store/transactions.ts';

/** A server plans each statement anew after its schema was made. */
const TIMEOUT_MS = 120_000;

export function describeGraphStore(name: string, open: OpenStore): void {
  const test: StoreTest = (title, body) => {
    it(title, { timeout: TIMEOUT_MS }, async () => {
      const opened = await open();
      try {
        await body(opened);
      } finally {
        await opened.dispose();
      }
    });
  };
  describe(`${name} as a GraphStore`, () => {
    describe('log', () => describeLog(test));
    describe('artefacts', () => describeArtefacts(test));
    describe('claims', () => describeClaims(test));
    describe('lists', () => describeLists(test));
    describe('edges', () => describeEdges(test));
    describe('ledgers', () => describeLedgers(test));
    describe('annotations and stubs', () => describeAnnotations(test));
    describe('full text', () => describeText(test));
    describe('near-copies and shared terms', () => describeNear(test));
    describe('answers, findings and keys', () => describeAnswers(test));
    describe('pages', () => describePages(test));
    describe('counts', () => describeCounts(test));
    describe('transactions', () => describeTransactions(test));
    describe('callers', () => describeCallers(test));
  });
}
