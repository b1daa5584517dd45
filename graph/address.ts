/** Shapes of addresses and ids; see the functions below for their grammar (decisions §2). */
export type ClaimAddr = `wx://${string}/claim/${string}`;
export type SectionAddr = `wx://${string}/sec/${string}`;
export type ArtefactId = `a1${string}`;
export type EventId = `e1${string}`;
export type AnswerId = `ans_${string}`;
export type SetId = `es_${string}`;
export type ReceiptId = `rc_${string}`;
