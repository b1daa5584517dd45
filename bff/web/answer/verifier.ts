/** The engine's own verification, in a part of the page that is loaded when it is asked for: no server has a say in it. */
import { verifyText as verify } from '../../../gateway/receipt-page/browser/verify-text.ts';

export const verifyText = verify;
export type FoundInText = ReturnType<typeof verify>;
