import { receipt } from './en/receipt.ts';
import { sayer } from './say.ts';

export const sayReceipt = sayer('receipt', receipt);
