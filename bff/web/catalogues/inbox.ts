import { inbox } from './en/inbox.ts';
import { sayer } from './say.ts';

export const sayInbox = sayer('inbox', inbox);
