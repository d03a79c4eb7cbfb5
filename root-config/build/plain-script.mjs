/** One plain script out of a module and all that it imports: for workers and pages of browsers that take no modules there. */
import { join } from 'node:path';

/** @returns {Promise<string>} its code; `target` is the language, as `es2020` */
export const plainScript = async (root, entry, { name, target = 'es2020' }) => {
  const { build } = await import('vite');
  const [{ output }] = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: { write: false, target, lib: { entry: join(root, entry), formats: ['iife'], name } },
  });
  return output[0].code;
};
