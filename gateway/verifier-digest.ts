/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '8a1657771943819962e3216c2bc97bb066afc5a8461b735ba636d866237b703b';
