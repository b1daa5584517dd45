import { answer } from './en/answer.ts';
import { sayer } from './say.ts';

export const sayAnswer = sayer('answer', answer);
