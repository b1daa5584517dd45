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
  },
});
