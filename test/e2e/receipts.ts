/** A receipt in a file outlives the service and its store, and no changed byte of it or of its artefacts passes. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerResponse } from '../../gateway/wire/answers.ts';
import { receiptResponse } from '../../gateway/wire/receipt.ts';
import { runAdduce, runJson, type Settings } from './adduce-process.ts';
import { mintAgent } from './agents.ts';
import { appendEvidence, ask, call } from './caller.ts';
import type { Deployment, StoreKind } from './deployment.ts';
import { deployFacts, QUESTIONS } from './facts.ts';
import { SLOW } from './slow.ts';

interface Verified {
  readonly ok: boolean;
  readonly steps: readonly { readonly step: string; readonly ok: boolean; readonly detail: string }[];
}

interface Rebuilt {
  readonly entries: number;
  readonly root: string;
}

export function describeReceipts(kind: StoreKind): void {
  describe(`receipts of ${kind.name}`, SLOW, () => {
    let deployment: Deployment;
    let answer: AnswerResponse;
    let saved: string;
    /** What the service answered last. */
    let last: object;
    beforeAll(async () => {
      deployment = await deployFacts(kind);
      saved = deployment.file('receipt.json');
      const service = await deployment.serve();
      answer = await ask(service.url, { q: QUESTIONS[0].q });
      const { status, body } = await call(`${service.url}/v1/answers/${answer.answer_id}/receipt`);
      expect(status).toBe(200);
      expect(receiptResponse.parse(body).receipt).toMatchObject(answer.receipt);
      await writeFile(saved, JSON.stringify(body, null, 2));
      // What is written later must not matter to it.
      const { token } = await mintAgent(deployment.settings);
      const claim = answer.claims[0]?.addr ?? '';
      await appendEvidence(service.url, claim, token, { kind: 'dispute', ref: 'later', hash: 'later' });
      const { sentences, evidence_set, claims, trust } = await ask(service.url, { q: QUESTIONS[0].q });
      last = { sentences, evidence_set, claims, trust };
      await service.kill();
    }, SLOW.timeout);
    afterAll(() => deployment[Symbol.asyncDispose]());

    test('verify with the store, and with the file and the public key alone', async () => {
      const verified = await verify(saved, deployment.settings);
      expect(verified.document.steps.filter(({ ok }) => !ok)).toEqual([]);
      expect(verified).toMatchObject({ code: 0, document: { ok: true } });
      expect(verified.document.steps.map(({ step }) => step)).toContain('artefacts');
      expect(await verify(saved, deployment.settings, '--offline')).toMatchObject({ code: 4 });
      const { stdout: key } = await runAdduce(['log', 'key'], deployment.settings);
      const offline = await verify(saved, deployment.settings, '--offline', '--key', key.trim());
      expect(offline).toMatchObject({ code: 0, document: { ok: true } });
    });

    test('verify on another store that is built from the log, and on the first one built again from that', async () => {
      const { settings } = deployment;
      const { entries, root } = await migrate(settings, storeOf(deployment), deployment.file('copy'));
      const copy = { ADDUCE_DATA: deployment.file('copy') };
      expect(await verify(saved, copy)).toMatchObject({ code: 0, document: { ok: true } });

      await deployment.empty();
      // An empty server holds none of it; a folder without a store leaves the signer open.
      const emptied = storeOf(deployment) === 'embedded' ? 4 : 3;
      expect(await verify(saved, settings)).toMatchObject({ code: emptied });
      const back = await migrate(settings, deployment.file('copy'), storeOf(deployment));
      expect(back).toMatchObject({ entries, root });
      expect(await verify(saved, settings)).toMatchObject({ code: 0, document: { ok: true } });
      expect(await runJson<Rebuilt>(['rebuild'], settings)).toMatchObject({ entries, root });

      await using service = await deployment.serve();
      const again = await call(`${service.url}/v1/answers/${answer.answer_id}/receipt`);
      expect(again.body).toMatchObject({ receipt: { ...answer.receipt } });
      const { sentences, evidence_set, claims, trust } = await ask(service.url, { q: QUESTIONS[0].q });
      expect({ sentences, evidence_set, claims, trust }).toEqual(last);
    });

    test.for([
      ['a quoted span', 'content.sentences.0.citations.0.start', 'receipt_hash'],
      ["an artefact's hash", 'content.artefacts.0.hash', 'receipt_hash'],
      ['its own hash', 'hash', 'receipt_hash'],
      ['the size of the tree', 'log.tree_size', 'inclusion'],
      ['a node of the proof', 'log.inclusion.0', 'inclusion'],
      ['the root', 'log.root', 'inclusion'],
    ] as const)(
      'fail where one digit of %s has changed, and say which check it is',
      async ([, path, step]) => {
        const body = JSON.parse(await readFile(saved, 'utf8'));
        changeDigit(body.receipt, path.split('.'));
        await writeFile(deployment.file('changed.json'), JSON.stringify(body));
        const { code, document } = await verify(
          deployment.file('changed.json'),
          deployment.settings,
          '--offline',
        );
        expect({ code, ok: document.ok }).toEqual({ code: 3, ok: false });
        expect(document.steps.filter(({ ok }) => !ok).map((one) => one.step)).toContain(step);
      },
    );

    test('fail where one byte of an artefact has changed in the store, and name the artefact', async () => {
      const cited = answer.artefacts.find(({ role }) => role === 'evidence');
      await deployment.damageBlob(cited?.hash ?? '');
      const { code, document } = await verify(saved, deployment.settings);
      expect(code).toBe(3);
      expect(document.steps.filter(({ ok }) => !ok)).toEqual([
        { step: 'artefacts', ok: false, detail: `the bytes of ${cited?.artefact_id} have changed` },
      ]);
    });
  });
}

/** Counts up the first digit of what stands at the path. */
function changeDigit(document: Record<string, unknown>, path: readonly string[]): void {
  const parents = path.slice(0, -1);
  const parent = parents.reduce((within, name) => within[name] as Record<string, unknown>, document);
  const name = path.at(-1) ?? '';
  const value = parent[name];
  const text = String(value).replace(/\d/, (digit) => String((Number(digit) + 1) % 10));
  expect(text).not.toBe(String(value));
  parent[name] = typeof value === 'number' ? Number(text) : text;
}

/** The deployment's store as `--from` and `--to` name it. */
function storeOf({ settings }: Deployment): string {
  return settings.ADDUCE_LOG ?? settings.ADDUCE_GRAPH ?? 'embedded';
}

function migrate(settings: Settings, from: string, to: string): Promise<Rebuilt> {
  return runJson(['migrate', '--from', from, '--to', to], settings);
}

async function verify(file: string, settings: Settings, ...more: readonly string[]) {
  const { code, stdout } = await runAdduce(['receipt', 'verify', file, ...more, '--json'], settings);
  return { code, document: JSON.parse(stdout) as Verified };
}
