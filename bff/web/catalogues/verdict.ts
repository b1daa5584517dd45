import { verdict } from './en/verdict.ts';
import { sayer } from './say.ts';

export const sayVerdict = sayer('verdict', verdict);
