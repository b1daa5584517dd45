import { expect, onTestFinished, test } from 'vitest';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { renderHtml } from '../../../gateway/report/html/render-html.ts';
import { renderPdf } from '../../../gateway/report/pdf/render-pdf.ts';
import { copyLog } from '../../../graph/log/copy-log.ts';
import { describeTrustReport, LAKES, reportOf } from '../../conformance/trust-report.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import { answerOf, ingestInto, jsonLines } from '../documents.ts';
import { openEmptyEmbedded, openEmptyNeo4j } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const TIMEOUT_MS = 120_000;
const BASE = 'https://adduce.example';

describeNeo4j('Neo4j', (server) => {
  describeTrustReport('Neo4j', () => openEmptyNeo4j(server()));

  test('of one log is the same, byte for byte, on both stores', { timeout: TIMEOUT_MS }, async () => {
    const embedded = await openEmptyEmbedded();
    onTestFinished(() => embedded.dispose());
    const neo4j = await openEmptyNeo4j(server());
    onTestFinished(() => neo4j.dispose());
    const engine = createTestEngine(embedded.store);
    await ingestInto(engine, 'lakes', [jsonLines(LAKES)]);
    const answer = await answerOf(engine, { corpus: 'lakes', q: 'How deep is Lake Vell?' });
    await engine.monitor.catchUp();
    await copyLog(embedded.store, neo4j.store);

    const here = await reportOf(engine, answer);
    const there = await reportOf(createTestEngine(neo4j.store), answer);
    expect(there).toEqual(here);
    const [one, other] = [composeReport(here, BASE), composeReport(there, BASE)];
    expect(renderHtml(other)).toBe(renderHtml(one));
    expect(Buffer.compare(await renderPdf(other), await renderPdf(one))).toBe(0);
  });
});
