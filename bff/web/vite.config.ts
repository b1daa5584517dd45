import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserInsteadOfNode } from '../../gateway/receipt-page/browser-instead.ts';

export default defineConfig({
  plugins: [browserInsteadOfNode, react()],
  build: {
    // Nothing inline: the page runs under default-src 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    // Each file costs the first visit a request, and browsers send six at a time: all that every visit needs is one file, and what
    // several views share another one, without the verification of receipts.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /\/bff\/web\/(?!answer\/verif)/, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
