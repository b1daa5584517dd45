import { BODY_LIMITS } from '../../graph/canonical.ts';

/**
 * What a request's body may be: the bounds of any stranger's CBOR, and 1,024 members in all its objects together. An
 * object's key costs many times what an item of a list does, and the largest body that an operation takes has some 260; only
 * a receipt that is sent to be verified has more, and says so in its contract.
 */
export const REQUEST_LIMITS = { ...BODY_LIMITS, maxMembers: 1_024 };
