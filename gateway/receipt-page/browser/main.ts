/**
 * Verifies the receipt that the page holds and says what each step found. All that is shown is rendered here from the data:
 * whatever else the file held is removed, and reported. Nothing leaves the page.
 */

import type { ReceiptView } from '../../../engine/receipt/read-receipt.ts';
import { receiptDocument } from '../../../engine/receipt/receipt-document.ts';
import { failed, passed, type StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { readKeyList } from '../../../graph/log/key-list.ts';
import { DATA_ID, readPageData } from '../page-data.ts';
import { renderEmptyPage, renderPage, VERIFIER_ID } from '../render-page.ts';

/** Of a step, and the name of its style. */
type Outcome = 'failed' | 'open' | 'ok';

const WORST_FIRST: readonly Outcome[] = ['failed', 'open', 'ok'];
const WORDS: Readonly<Record<Outcome, string>> = { failed: 'FAILED', open: 'not checked', ok: 'ok' };
const script = document.currentScript?.textContent ?? '';

// Not before the last byte has been read: foreign markup may follow this script.
addEventListener('DOMContentLoaded', open);

function open(): void {
  // An element with such a name would hide the document's own member.
  const root: HTMLElement = Reflect.get(Document.prototype, 'documentElement', document);
  const read = readPageData(root.querySelector(`#${DATA_ID}`)?.textContent ?? '');
  if (!read.ok) {
    root.replaceWith(parsed(renderEmptyPage(script)).documentElement);
    show([failed('form', read.fault)]);
    return;
  }
  const { view } = read;
  const form = renderAnew(root, view);
  keyInput().form?.addEventListener('submit', (event) => {
    event.preventDefault();
    verify(view, form);
  });
  byId('check').hidden = false;
  verify(view, form);
}

/** The document is what its receipt gives, from the first byte to the last as far as a browser tells; it is afterwards. */
function renderAnew(root: HTMLElement, view: ReceiptView): StepResult {
  try {
    // Here only the form of this file is checked: the verifier itself says whether the file is its own.
    const verifier = root.querySelector(`#${VERIFIER_ID}`)?.textContent ?? '';
    const page = parsed(renderPage(receiptDocument(view), { script, verifier }));
    const isRendered = page.isEqualNode(document);
    root.replaceWith(page.documentElement);
    return isRendered
      ? passed(
          'form',
          'canonical JSON (RFC 8785) within the page that is rendered of it; whether it names the SHA-256 of verify.mjs rightly, that program says',
        )
      : failed(
          'form',
          'the page held more or something else than its receipt: this is what the receipt gives',
        );
  } catch (fault) {
    root.replaceWith(parsed(renderEmptyPage(script)).documentElement);
    return failed('form', `the receipt cannot be shown: ${fault instanceof Error ? fault.message : fault}`);
  }
}

function parsed(page: string): Document {
  return new DOMParser().parseFromString(page, 'text/html');
}

function verify(view: ReceiptView, form: StepResult): void {
  const given = keyInput().value.trim() === '' ? null : readKeyList(keyInput().value);
  if (given !== null && !given.ok) {
    show([form, failed('checkpoint', `this is no key, which is NAME+ID+BASE64: ${given.fault}`)]);
    return;
  }
  const { steps: found } = verifyOffline(view, given?.keys ?? null);
  show([form, ...found]);
}

function show(found: readonly StepResult[]): void {
  const wrong = found.filter(({ ok }) => !ok);
  const outcomes = found.map(outcomeOf);
  const verdict = byId('verdict');
  verdict.textContent =
    wrong.length === 0
      ? verdictUnder(keyInput().value)
      : `Not verified: ${wrong.map(({ step }) => step).join(', ')}.`;
  verdict.className = WORST_FIRST.find((one) => outcomes.includes(one)) ?? 'failed';
  byId('steps').replaceChildren(...found.map(stepItem));
}

function outcomeOf({ ok, not_checked }: StepResult): Outcome {
  if (!ok) return 'failed';
  return not_checked ? 'open' : 'ok';
}

/** A receipt can name any key: only a key from another source shows that the log is the right one. */
function verdictUnder(given: string): string {
  return given.trim() === ''
    ? 'No step failed, under the key that the receipt names: its signer was not checked. Compare that with the log’s own, or give it here.'
    : 'Verified under the key that you gave: every step passed.';
}

function stepItem(found: StepResult): HTMLLIElement {
  const outcome = outcomeOf(found);
  const item = document.createElement('li');
  item.className = outcome;
  item.dataset.step = found.step;
  const name = document.createElement('strong');
  name.textContent = `${WORDS[outcome]} ${found.step}`;
  item.append(name, ` ${found.detail}`);
  return item;
}

function keyInput(): HTMLTextAreaElement {
  return byId('key') as HTMLTextAreaElement;
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new TypeError(`the page lacks ${id}`);
  return element;
}
