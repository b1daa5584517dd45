import { saved } from './en/saved.ts';
import { sayer } from './say.ts';

export const saySaved = sayer('saved', saved);
