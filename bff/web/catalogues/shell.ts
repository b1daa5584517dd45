import { shell } from './en/shell.ts';
import { sayer } from './say.ts';

export const sayShell = sayer('shell', shell);
