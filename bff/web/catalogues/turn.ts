import { turn } from './en/turn.ts';
import { sayer } from './say.ts';

export const sayTurn = sayer('turn', turn);
