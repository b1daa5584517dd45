/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '9b00d5facc033389c82a3ba222782f39021189a2d96c26514faa71509f36e32d';
