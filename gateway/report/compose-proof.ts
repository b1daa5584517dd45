/** The receipt, how to check everything without trusting the author of the report, and where in the log it was made. */
import type { TrustReport } from '../../engine/trust-report/trust-report.ts';
import { VERIFIER_SHA256 } from '../verifier-digest.ts';
import { paragraph } from './compose-answer.ts';
import { code, type ReportBlock, text } from './document.ts';
import { printable } from './printable.ts';
import { qrOf } from './qr.ts';
import { grouped, timeWords } from './words.ts';

/** @param base where the service is reached, without a slash at its end */
export function composeReceipt({ receipt, answer_id, seq, at }: TrustReport, base: string): ReportBlock[] {
  const link = receiptLink(base, answer_id);
  // A reader who scans it has both: where the receipt is, and which hash it must have.
  const scanned = `${link}#blake3:${receipt.hash}`;
  return [
    { kind: 'heading', level: 2, text: 'Receipt', id: 'receipt' },
    paragraph([
      text(
        'The receipt holds everything that the answer rests on: every candidate with its scores, the quoted spans, the evidence set and its proof. It never changes.',
      ),
    ]),
    ...composeQr(scanned),
    {
      kind: 'facts',
      caption: 'The receipt of this answer',
      rows: [
        { name: 'Receipt', value: [[code(receipt.receipt_id)]] },
        { name: 'BLAKE3', value: [[code(receipt.hash)]] },
        { name: 'Address', value: [[{ text: link, href: link }]] },
        { name: 'Recorded', value: [[text(`${timeWords(at)}, log entry ${grouped(seq)}`)]] },
      ],
    },
  ];
}

function composeQr(scanned: string): ReportBlock[] {
  const modules = qrOf(scanned);
  if (modules === null) return [];
  const alt = `QR code of the receipt's address and hash: ${scanned}`;
  return [
    { kind: 'qr', modules, alt, caption: [text("The receipt's address, with its hash behind the #.")] },
  ];
}

/** A report as JSON shows it: with the address of its receipt. */
export function linkReceipt(report: TrustReport, base: string) {
  return { ...report, receipt: { ...report.receipt, url: receiptLink(base, report.answer_id) } };
}

function receiptLink(base: string, answerId: string): string {
  return `${base}/v1/answers/${answerId}/receipt`;
}

export function composeSteps({ answer_id, claims, receipt }: TrustReport, base: string): ReportBlock[] {
  const claim = claims[0]?.addr;
  const bare = claim?.slice(claim.lastIndexOf('/') + 1);
  const ledger =
    bare === undefined
      ? []
      : [
          {
            line: [text('Compute a belief yourself, with a few lines that know nothing of this service.')],
            command: `curl -s -H "authorization: Bearer $TOKEN" ${base}/v1/claims/${bare}/ledger | node docs/readers-fold.mjs`,
          },
        ];
  return [
    { kind: 'heading', level: 2, text: 'How to verify', id: 'verify' },
    {
      kind: 'steps',
      items: [
        {
          line: [text('Fetch the receipt; where the service asks for a key, send yours.')],
          command: `curl -s ${receiptLink(base, answer_id)} -o receipt.json`,
        },
        {
          line: [text('Fetch the public key of the log, once, and keep it.')],
          command: `curl -s -H 'accept: text/plain' ${base}/.well-known/adduce-log-keys -o log.key`,
        },
        {
          line: [
            text('Fetch the verifier, one file that you can read, and check that it is the one named here.'),
          ],
          command: `curl -sO ${base}/verify.mjs && echo '${VERIFIER_SHA256}  verify.mjs' | sha256sum --check`,
        },
        {
          line: [
            text(
              'Check the receipt with it (Node 20 or later) and without a network: its hash, its place in the log, the signature, the quoted spans, that the set covers every claim with nothing to spare, and that selecting again gives the same set.',
            ),
          ],
          command: 'node verify.mjs receipt.json --key log.key',
        },
        { line: [text('Compare the BLAKE3 hash that it prints with this one: '), code(receipt.hash)] },
        {
          line: [text('Open an artefact at its address and look for the quoted words.')],
        },
        ...ledger,
        {
          line: [
            text(
              'Ask for this report again: as long as the log has not grown, it is the same, byte for byte.',
            ),
          ],
          command: `curl -s '${base}/v1/answers/${answer_id}/trust-report?format=pdf' | sha256sum`,
        },
      ],
    },
  ];
}

export function composePosition({ position, corpus, view }: TrustReport): ReportBlock[] {
  const { tree_size, root, checkpoint } = position;
  return [
    { kind: 'heading', level: 2, text: 'Where in the log this report was made', id: 'position' },
    {
      kind: 'facts',
      caption: 'Position of this report',
      rows: [
        { name: 'Entries of the log', value: [[text(grouped(tree_size))]] },
        { name: 'Root', value: [[code(root)]] },
        { name: 'Beliefs as of', value: [[text(timeWords(position.view.until))]] },
        {
          name: 'Answered from',
          value: [[text(`snapshot ${corpus.snapshot} of corpus ${printable(corpus.name)}`)]],
        },
        { name: 'Answered as of', value: [[text(timeWords(view.until))]] },
      ],
    },
    { kind: 'code', label: 'Signed checkpoint of that log (C2SP tlog-checkpoint)', text: checkpoint },
  ];
}
