import react from '@vitejs/plugin-react';
import { resolve } from 'node:path';
import { defineConfig, transformWithOxc } from 'vite';
import { primerZh } from './build/primer-zh.mjs';
import { MFES, SHARED } from './build/shared-deps.mjs';
import { sharedEntries } from './build/shared-entries.mjs';
import { shopperPageInDevelopment } from './build/shopper.mjs';
import { wallInDevelopment } from './build/wall.mjs';
import { slimIcons, slimZod, withoutPolyfills, zodGuard } from './build/slim.mjs';

const here = import.meta.dirname;
const sources = {
  'root-config/ui': resolve(here, 'src/ui/index.ts'),
  'root-config/api': resolve(here, 'src/api/index.ts'),
  'root-config/print': resolve(here, 'src/print/index.ts'),
};
const BASE = /node_modules[\\/](?!@primer[\\/]primitives)|src[\\/](ui|api)[\\/]/;
/** Behind dynamic imports: whoever opens a calendar, a chart, a picture, a switch or the camera, cuts a picture or empties a list, loads them. */
const LATER =
  /@primer[\\/]react[\\/]dist[\\/]ToggleSwitch[\\/]|node_modules[\\/](react-day-picker|date-fns|@date-fns|sonner|qr|@zxing|ts-custom-error|react-easy-crop|normalize-wheel|echarts|zrender|tslib)[\\/]|src[\\/]ui[\\/](chart[\\/]drawn-chart|document[\\/]explain-panel|list[\\/](empty-list|report-paper)|pieces[\\/](calendar|toggle-switch|photo-viewer|crop-dialog|cell-options|camera|use-camera)|scan[\\/](camera-scan|code-reader|sightings|zxing))/;
/** Dialogs and what stands in them, one file that loads ahead once the first list is there. */
const DIALOGS = /@primer[\\/]react[\\/]dist[\\/]Banner[\\/]|src[\\/]ui[\\/](form|grid|pieces[\\/]picture-upload)/;
/**
 * Coarse groups: finer ones made cyclic chunks that failed at start. A group takes along what its modules import and
 * the ones before it did not take.
 */
const groups = [
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
  { name: 'base', test: (id) => BASE.test(id) && !LATER.test(id) && !DIALOGS.test(id), priority: 2 },
  { name: 'dialogs', test: DIALOGS, priority: 1 },
];
/** In development these are found by the server at once, instead of one after the other as pages ask for them. */
const READ_AHEAD = [
  ...SHARED.filter((specifier) => !specifier.startsWith('root-config/')),
  '@emotion/react',
  'preact',
  'preact/hooks',
  'preact/jsx-runtime',
  'single-spa',
  'single-spa-react',
  '@primer/react',
  '@primer/react/next',
  '@primer/react/experimental',
];
/** What the running house answers in development. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080';
const PROXY = Object.fromEntries(
  ['/api', '/static', '/ws', '/wslogout', '/system/user/importData'].map((path) => [
    path,
    { target: api, ws: path === '/ws' },
  ]),
);

/** The pages of shoppers are no part of the console's page. */
const shoppersInDevelopment = {
  name: 'shoppers-in-development',
  apply: 'serve',
  configureServer: (server) => {
    server.middlewares.use((request, response, next) => {
      const [pathname] = request.url.split('?');
      if (pathname === '/report-price') {
        server.transformIndexHtml(request.url, wallInDevelopment()).then((html) => {
          response.setHeader('content-type', 'text/html').end(html);
        }, next);
        return undefined;
      }
      if (!/^\/(?:wx|v)(?:\/[^.]*)?$/.test(pathname)) return next();
      void shopperPageInDevelopment(pathname)
        .then((html) => server.transformIndexHtml(request.url, html))
        .then((html) => response.setHeader('content-type', 'text/html').end(html), next);
    });
  },
};

/** Nor of React: their tags become calls of Preact before the console's plugin takes them for its own. */
const SHOPPERS_TAGS = /mfe-mobile[\\/]src[\\/].*\.tsx(?:\?|$)/;
const preactInDevelopment = {
  name: 'preact-in-development',
  apply: 'serve',
  enforce: 'pre',
  transform: {
    filter: { id: SHOPPERS_TAGS },
    handler: (code, id) =>
      transformWithOxc(code, id, { jsx: { runtime: 'automatic', importSource: 'preact', development: false } }),
  },
};

/** Production build of the shell and the shared modules; in development one server for the shell and all micro-frontends. */
export default defineConfig(({ command }) => ({
  root: here,
  base: '/',
  cacheDir: '../.cache/vite-root-config',
  plugins: [
    preactInDevelopment,
    react({ jsxImportSource: '@emotion/react', exclude: [/node_modules/, SHOPPERS_TAGS] }),
    sharedEntries(sources),
    zodGuard(),
    primerZh(),
    slimZod(),
    slimIcons(),
    withoutPolyfills(),
    shoppersInDevelopment,
  ],
  resolve: {
    alias: {
      ...sources,
      ...(command === 'serve'
        ? Object.fromEntries(MFES.map((name) => [name, resolve(here, '..', name, 'src/main.tsx')]))
        : {}),
    },
  },
  optimizeDeps: { include: READ_AHEAD, rolldownOptions: { plugins: [primerZh(), slimZod()] } },
  server: {
    port: 5173,
    strictPort: true,
    fs: { allow: ['..'] },
    proxy: PROXY,
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
}));
