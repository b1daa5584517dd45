/** A receipt from a file: as `ask --receipt` saves it, or the whole response of GET /v1/answers/{id}/receipt. */
import { readFile } from 'node:fs/promises';
import type { ReceiptView } from '../../engine/receipt/read-receipt.ts';
import type { Receipt } from '../../engine/receipt/receipt.ts';
import { answerReceipt } from '../../gateway/wire/receipt.ts';
import { decodeCbor, STORED_LIMITS } from '../../graph/canonical.ts';
import { usage } from './failure.ts';

/** A file that is no receipt, in one line: what is wrong, and where. */
export type ReceiptFile =
  | { readonly ok: true; readonly view: ReceiptView }
  | { readonly ok: false; readonly detail: string };

const OPENING_BRACE = 0x7b;
const WHITE_SPACE: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** @throws {CommandFailure} where there is no such file */
export async function readReceiptFile(path: string): Promise<ReceiptFile> {
  const bytes = await readFile(path).catch((error: Error) => {
    throw usage(`${path} cannot be read: ${error.message}`);
  });
  const parsed = parse(bytes);
  if (!parsed.ok) return parsed;
  const checked = answerReceipt.safeParse(receiptMember(parsed.value));
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { ok: false, detail: `${issue?.path.join('.') || 'the file'}: ${issue?.message ?? 'no receipt'}` };
  }
  const { content, log, receipt_id, class: kind, hash } = checked.data;
  // Base64 may spell the same bytes in several ways; only the one that was saved counts.
  if (Buffer.from(log.entry, 'base64').toString('base64') !== log.entry) {
    return { ok: false, detail: 'log.entry: not the canonical base64 of its bytes' };
  }
  const view = {
    receipt_id,
    class: kind,
    hash,
    receipt: content,
    log: { ...log, checkpoint: log.checkpoint ?? '' },
  };
  // The schema has checked what is shown; what only the replay reads is covered by the hash, which is checked first.
  return { ok: true, view: view as unknown as ReceiptView & { receipt: Receipt } };
}

function parse(bytes: Uint8Array): { ok: true; value: unknown } | { ok: false; detail: string } {
  const first = bytes.find((byte) => !WHITE_SPACE.has(byte));
  try {
    if (first !== OPENING_BRACE) return { ok: true, value: decodeCbor(bytes, STORED_LIMITS) };
    return { ok: true, value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch (error) {
    return {
      ok: false,
      detail: `the file is neither JSON nor CBOR: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** The `receipt` member of a response, or the value itself. */
function receiptMember(value: unknown): unknown {
  const isMap = typeof value === 'object' && value !== null && 'receipt' in value;
  return isMap && !('content' in value) ? value.receipt : value;
}
