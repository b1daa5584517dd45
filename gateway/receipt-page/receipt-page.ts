/** A receipt's page with its script and the verifier of this version. */
import type { ReceiptDocument } from '../../engine/receipt/receipt-document.ts';
import { VERIFIER_SHA256 } from '../verifier-digest.ts';
import { pageScript } from './page-script.ts';
import type { OwnPage } from './read-page.ts';
import { renderPage, sourceHash } from './render-page.ts';

/** The file's text. The same receipt is the same file for one version of the program. */
export async function receiptPage(document: ReceiptDocument): Promise<string> {
  return renderPage(document, { script: await pageScript(), verifier: VERIFIER_SHA256 });
}

/** The renderer and the verifier that pages of this version name. @throws {Error} where the script does not build */
export async function ownPage(): Promise<OwnPage> {
  return { renderer: sourceHash(await pageScript()), verifier: VERIFIER_SHA256 };
}
