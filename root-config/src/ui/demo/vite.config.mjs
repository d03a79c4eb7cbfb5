import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig } from 'vite';
import { primerZh } from '../../../build/primer-zh.mjs';

const src = resolve(import.meta.dirname, '../..');
/** The samples alone, with a made-up server: `vite root-config/src/ui/demo`. Not part of any build. */
export default defineConfig({
  root: import.meta.dirname,
  cacheDir: resolve(src, '../../.cache/vite-ui-demo'),
  plugins: [react({ jsxImportSource: '@emotion/react' }), primerZh()],
  resolve: { alias: { 'root-config/ui': `${src}/ui/index.ts`, 'root-config/api': `${src}/api/index.ts` } },
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      '@primer/react',
      '@primer/react/next',
      '@tanstack/react-query',
      'zod',
      'react-day-picker',
      'react-day-picker/locale',
      'react-router',
      'single-spa-react',
    ],
    rolldownOptions: { plugins: [primerZh()] },
  },
  server: { port: 5199, strictPort: true, fs: { allow: [resolve(src, '../..')] } },
});
