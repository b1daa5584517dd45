import { add } from './en/add.ts';
import { sayer } from './say.ts';

export const sayAdd = sayer('add', add);
