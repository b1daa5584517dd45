/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '9681a3ce17dc00f059db9750b5f10d51e8c528ebc3c20515ebc90e38ba6a1ae0';
