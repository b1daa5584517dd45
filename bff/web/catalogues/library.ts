import { library } from './en/library.ts';
import { sayer } from './say.ts';

export const sayLibrary = sayer('library', library);
