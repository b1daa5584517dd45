/** The `{id}` of `/v1/answers/{id}/…`. */
import type { AnswerId } from '../../graph/address.ts';

const ANSWER_ID = /^ans_[a-z2-7]{1,64}$/;

export function isAnswerId(text: string): text is AnswerId {
  return ANSWER_ID.test(text);
}
