import { resolve } from 'node:path';

/**
 * A setting of Node's for processes of the program: where it keeps compiled code from its very first module on. The
 * program asks for the same folder once it runs; by then its first modules have been compiled anew.
 */
export const COMPILED = {
  NODE_COMPILE_CACHE: resolve(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'adduce'),
};
