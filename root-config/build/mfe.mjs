import react from '@vitejs/plugin-react';
import { basename } from 'node:path';
import { defineConfig } from 'vite';
import { SHARED } from './shared-deps.mjs';
import { noteTaken } from './shared-names.mjs';
import { zodGuard } from './slim.mjs';

const MUST_BE_SHARED =
  /node_modules[\\/](react|react-dom|zod|@primer[\\/]react|@emotion[\\/][^\\/]+|single-spa(?:-react)?|@tanstack[\\/](?:react-query|query-core))[\\/]/;
const SERVER_CODE =
  /[\\/](?:services|projections)[\\/](?:[^\\/]+[\\/])*(?:platform[\\/]|(?:routes|query|projector|main|decider)\.ts$)/;
const NODE_BUILTIN = /^(?:node:|.*__vite-browser-external)/;

/** Fails the build when a bundle holds what must come from the import map, or code that belongs on the server. */
const guard = {
  name: 'bundle-guard',
  apply: 'build',
  generateBundle(_options, bundle) {
    const shared = new Set();
    const server = new Set();
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      for (const id of chunk.moduleIds) {
        const match = MUST_BE_SHARED.exec(id);
        if (match) shared.add(match[1]);
        if (SERVER_CODE.test(id) || NODE_BUILTIN.test(id)) server.add(id);
      }
    }
    if (shared.size > 0) this.error(`must come from the import map, not be bundled: ${[...shared].join(', ')}`);
    if (server.size > 0) this.error(`server code in a browser bundle: ${[...server].join(', ')}`);
  },
};

const NOT_OF_DOCUMENTS = /^(?!.*[\\/](?:src[\\/]documents[\\/]|services[\\/]contracts[\\/]fields\.ts))/;

/**
 * The whole build of a micro-frontend: `export default defineMfe(import.meta.dirname)`. `pages` are entries of their own:
 * deploy.mjs renders `<name>/index.html` for each.
 */
export const defineMfe = (root, pages = {}) =>
  defineConfig({
    root,
    base: './',
    cacheDir: `../.cache/vite-${basename(root)}`,
    plugins: [react({ jsxImportSource: '@emotion/react' }), zodGuard(), guard, noteTaken],
    css: { modules: { generateScopedName: `${basename(root)}__[local]__[hash:base64:5]` } },
    build: {
      target: 'es2022',
      manifest: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: 'src/main.tsx', ...pages },
        external: SHARED,
        preserveEntrySignatures: 'strict',
        output: {
          entryFileNames: '[name]-[hash].js',
          chunkFileNames: '[name]-[hash].js',
          assetFileNames: '[name]-[hash][extname]',
          // What three screens share comes in one file instead of one per module; what two share, a first list need not pay for.
          // The first list has no fields of documents: what lists and dialogs of those share stays apart.
          codeSplitting: { groups: [{ name: 'common', minShareCount: 3, test: NOT_OF_DOCUMENTS }] },
        },
      },
    },
  });
