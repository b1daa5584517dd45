import { contribute } from './en/contribute.ts';
import { sayer } from './say.ts';

export const sayContribute = sayer('contribute', contribute);
