import { explore } from './en/explore.ts';
import { sayer } from './say.ts';

export const sayExplore = sayer('explore', explore);
