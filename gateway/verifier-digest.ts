/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '7fe8a7eed5a5f1119cd369a875cfbd4b21e80b5c881f8998b480c60b70cd55ed';
