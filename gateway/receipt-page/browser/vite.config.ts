/** One script without a request: the engine's verification with what a browser has in the place of Node's. */
import { join } from 'node:path';
import { browserInsteadOfNode } from '../browser-instead.ts';

export default {
  root: import.meta.dirname,
  plugins: [browserInsteadOfNode],
  build: {
    target: 'es2024',
    modulePreload: false,
    rolldownOptions: {
      input: join(import.meta.dirname, 'main.ts'),
      output: { format: 'iife', entryFileNames: 'script.js' },
    },
  },
};
