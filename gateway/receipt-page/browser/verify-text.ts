/** The engine's verification of a receipt for pages that have one as text. Nothing leaves the page. */
import { canonicalJson, type ReadReceipt, readDocument } from '../../../engine/receipt/receipt-document.ts';
import { failed, passed, type StepResult } from '../../../engine/receipt/step-result.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { readKeyList } from '../../../graph/log/key-list.ts';

/** What was found, and what the receipt says. */
export interface VerifiedText {
  readonly steps: readonly StepResult[];
  /** Null for what is no receipt. */
  readonly said: { readonly q: string; readonly summary: string; readonly answerId: string } | null;
}

export interface TextToVerify {
  /** JSON of a receipt's document. */
  readonly receipt: string;
  /** The log's keys as text; null: the keys that the receipt names, and a step says so. */
  readonly keys: string | null;
  /** A file is canonical JSON: a byte that changes no value is a changed byte all the same. */
  readonly isFile: boolean;
}

export function verifyText({ receipt, keys, isFile }: TextToVerify): VerifiedText {
  const read = readText(receipt, isFile);
  if (!read.ok) return { steps: [failed('form', read.fault)], said: null };
  const { view } = read;
  const { request, summary, answer_id: answerId } = view.receipt;
  const said = { q: request.q, summary, answerId };
  const given = keys === null ? null : readKeyList(keys);
  if (given !== null && !given.ok)
    return { steps: [failed('checkpoint', `the keys cannot be read: ${given.fault}`)], said };
  const { steps } = verifyOffline(view, given?.keys ?? null);
  return { steps: [passed('form', 'a receipt that can be read'), ...steps], said };
}

function readText(text: string, isFile: boolean): ReadReceipt {
  try {
    const value: unknown = JSON.parse(text);
    if (isFile && canonicalJson(value) !== text.trimEnd())
      return { ok: false, fault: 'the file is not the canonical JSON of what it says' };
    return readDocument(value);
  } catch (fault) {
    return { ok: false, fault: `it is no JSON: ${fault instanceof Error ? fault.message : fault}` };
  }
}
