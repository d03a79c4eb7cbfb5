/** Bare specifiers that a micro-frontend imports from the import map instead of bundling them: one copy for all. */
export const SHARED = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  '@emotion/react/jsx-runtime',
  '@tanstack/react-query',
  'zod',
  'root-config/ui',
  'root-config/api',
  'root-config/print',
];
/** Shared specifiers that are CommonJS: `export *` would lose their names. */
export const COMMONJS = new Set(['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client']);
/**
 * Specifiers every screen imports: they share one facade, so that a first page asks once instead of six times. Their
 * names must not collide; size.test.ts finds a name that got lost.
 */
export const TOGETHER = {
  react: null,
  '@emotion/react/jsx-runtime': ['jsx', 'jsxs'],
  zod: ['z'],
  '@tanstack/react-query': ['keepPreviousData', 'queryOptions', 'useQueries', 'useQuery'],
  'root-config/ui': '*',
  'root-config/api': '*',
};
/** Each is its own import-map entry, built and deployed alone. */
export const MFES = ['mfe-stock', 'mfe-sales', 'mfe-admin'];
/** The shoppers' pages: no micro-frontend of the console, a site of their own (shopper.mjs). */
export const SHOPPERS = 'mfe-mobile';
