/**
 * SHA-256 in hex of the verifier that this version serves as /verify.mjs, built from these sources with this lockfile: what
 * README, trust reports and receipt pages name. `npm run describe` writes it anew.
 */
export const VERIFIER_SHA256 = '1c9d0157d6ac8024e3f9de1603307e3002cb9377ddba1e71c2789a4911a50239';
