/** Verifies the receipt that the page holds, shows it, and says what each step found. Nothing leaves the page. */

import type { ReceiptView } from '../../../engine/receipt/read-receipt.ts';
import { receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { failed, passed, type StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { DATA_ID, readPageData } from '../page-data.ts';
import { ARTICLE_ID, receiptArticle } from '../receipt-article.ts';
import { parseVerifier } from './checkpoint.ts';

const WORDS: Readonly<Record<string, string>> = { ok: 'ok', failed: 'FAILED', open: 'not checked' };
const article = byId(ARTICLE_ID);
const verdict = byId('verdict');
const steps = byId('steps');
const key = byId('key') as HTMLInputElement;
const data = byId(DATA_ID).textContent ?? '';

start();

function start(): void {
  const read = readPageData(data);
  if (!read.ok) {
    show([failed('form', read.fault)]);
    return;
  }
  const { view } = read;
  const form = checkShown(view);
  key.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    verify(view, form);
  });
  byId('check').hidden = false;
  verify(view, form);
}

/** What is shown is what the receipt says; where it is not, it is written anew. */
function checkShown(view: ReceiptView): StepResult {
  try {
    const template = document.createElement('template');
    template.innerHTML = receiptArticle(receiptDocument(view));
    const isShown = template.innerHTML === article.innerHTML;
    article.replaceChildren(template.content);
    return isShown
      ? passed('form', 'canonical JSON (RFC 8785) within the page, which shows what it says')
      : failed('form', 'the page showed something else than its receipt: this is what the receipt says');
  } catch (fault) {
    return failed('form', `the receipt cannot be shown: ${fault instanceof Error ? fault.message : fault}`);
  }
}

function verify(view: ReceiptView, form: StepResult): void {
  const text = key.value.trim();
  const verifier = text === '' ? null : parseVerifier(text);
  if (text !== '' && verifier === null) {
    show([form, failed('checkpoint', 'this is no key: a verifier is NAME+ID+BASE64')]);
    return;
  }
  // The modules that verify are the engine's; the key's type is the one of the page's own checkpoint module.
  const { steps: found } = verifyOffline(view, verifier as never);
  show([form, ...found]);
}

function show(found: readonly StepResult[]): void {
  const wrong = found.filter(({ ok }) => !ok);
  verdict.textContent =
    wrong.length === 0
      ? verdictUnder(key.value)
      : `Not verified: ${wrong.map(({ step }) => step).join(', ')}.`;
  verdict.className = wrong.length === 0 ? 'ok' : 'failed';
  steps.replaceChildren(...found.map(stepItem));
}

/** A receipt can name any key: that its log is the one that is meant, only a key from elsewhere shows. */
function verdictUnder(given: string): string {
  return given.trim() === ''
    ? 'No step failed, under the key that the receipt names: its signer was not checked. Compare that with the log’s own, or give it here.'
    : 'Verified under the key that you gave: every step passed.';
}

function stepItem({ step, ok, not_checked, detail }: StepResult): HTMLLIElement {
  const item = document.createElement('li');
  const checked = ok ? 'ok' : 'failed';
  item.className = not_checked ? 'open' : checked;
  item.dataset.step = step;
  const name = document.createElement('strong');
  name.textContent = `${WORDS[item.className] ?? ''} ${step}`;
  item.append(name, ` ${detail}`);
  return item;
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`the page lacks ${id}`);
  return element;
}
