import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TrustReport } from '../../../engine/trust-report/trust-report.ts';
import { composeReport } from '../../../gateway/report/compose-report.ts';
import { renderPdf } from '../../../gateway/report/pdf/render-pdf.ts';
import { describeVeraPdf } from '../../setup/describe-engine.ts';
import { HARD_TEXTS, XSS_PAYLOADS } from './hostile-texts.ts';
import { BASE, emptyReport, everywhere, PLAIN, reportOf } from './reports.ts';

const TIMEOUT_MS = 180_000;
const run = promisify(execFile);

const REPORTS: Readonly<Record<string, TrustReport>> = {
  plain: reportOf(),
  pass: reportOf({ state: 'PASS', artefacts: 12, events: 9, claims: 3 }),
  fail: reportOf({ state: 'FAIL', counterEvidence: 0, transitions: 0 }),
  empty: emptyReport(),
  bounded: reportOf({ leftOut: 42 }),
  many: reportOf({ sentences: 60, claims: 12, counterEvidence: 40, artefacts: 80, transitions: 60 }),
  'other language': reportOf({ words: { ...PLAIN, lang: 'cs' } }),
  payloads: reportOf({ words: everywhere(XSS_PAYLOADS.join(' ')) }),
  ...Object.fromEntries(
    Object.entries(HARD_TEXTS).map(([name, hard]) => [
      name,
      reportOf({ words: everywhere(hard), events: 3 }),
    ]),
  ),
};

/** What veraPDF found of one file: the clause of each rule that it breaks. */
interface Checked {
  readonly itemDetails: { readonly name: string };
  readonly validationResult?: readonly {
    readonly compliant: boolean;
    readonly details: {
      readonly ruleSummaries: readonly { readonly clause: string; readonly description: string }[];
    };
  }[];
}

describeVeraPdf('PDF/UA-1, as veraPDF checks it', (veraPdf) => {
  let folder: string;
  const found = new Map<string, Checked>();

  // One process for all of them: starting it takes longer than its work.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adduce-pdf-'));
    const files: string[] = [];
    for (const [name, report] of Object.entries(REPORTS)) {
      const file = join(folder, `${name}.pdf`);
      await writeFile(file, await renderPdf(composeReport(report, BASE)));
      files.push(file);
    }
    const { java, classPath } = veraPdf();
    const main = 'org.verapdf.apps.GreenfieldCliWrapper';
    const options = ['-cp', classPath, main, '--flavour', 'ua1', '--format', 'json', ...files];
    // It exits with 1 where a file breaks a rule: what it says is looked at below.
    const { stdout } = await run(java, options, { maxBuffer: 64 * 1_048_576 }).catch((failure) => failure);
    const { report } = JSON.parse(stdout) as { report: { jobs: readonly Checked[] } };
    for (const job of report.jobs) found.set(basename(job.itemDetails.name, '.pdf'), job);
  }, TIMEOUT_MS);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(Object.keys(REPORTS))('is kept by a report with: %s', (name) => {
    const results = found.get(name)?.validationResult ?? [];
    expect(results).toHaveLength(1);
    for (const { compliant, details } of results) {
      expect(details.ruleSummaries.map(({ clause, description }) => `${clause}: ${description}`)).toEqual([]);
      expect(compliant).toBe(true);
    }
  });
});
