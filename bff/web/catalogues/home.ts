import { home } from './en/home.ts';
import { sayer } from './say.ts';

export const sayHome = sayer('home', home);
