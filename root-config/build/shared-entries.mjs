import { createRequire } from 'node:module';
import { COMMONJS, MFES, SHARED, TOGETHER } from './shared-deps.mjs';
import { OFFERED } from './shared-names.mjs';

const require = createRequire(import.meta.url);
const PREFIX = 'virtual:shared/';
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const entryName = (specifier) => `shared/${specifier.replace(/^@/, '').replaceAll('/', '-')}`;

const COMMON = 'common';
const ALONE = SHARED.filter((specifier) => !(specifier in TOGETHER));

const namesOf = (specifier) =>
  Object.keys(require(specifier)).filter((name) => IDENTIFIER.test(name) && name !== 'default');
const facade = (specifier, target) => {
  const from = JSON.stringify(target);
  if (COMMONJS.has(specifier)) return `export { default, ${namesOf(specifier).join(', ')} } from ${from};`;
  return `export * from ${from};`;
};
const commonFacade = (sources) =>
  Object.entries(TOGETHER)
    .map(([specifier, names]) =>
      Array.isArray(names)
        ? `export { ${names.join(', ')} } from ${JSON.stringify(specifier)};`
        : facade(specifier, sources[specifier] ?? specifier),
    )
    .join('\n');

/**
 * Builds the shared modules together with the shell: one virtual entry for the specifiers of TOGETHER and one for each
 * other. The shell imports the same packages normally, so each exists once and the entries are facades below 4 KB.
 * Writes importmap.shared.json, and which names each specifier has.
 * @param {Record<string, string>} sources specifiers of this workspace → their files
 */
export const sharedEntries = (sources) => ({
  name: 'shared-entries',
  apply: 'build',
  config: () => ({
    build: {
      rolldownOptions: {
        input: {
          index: 'index.html',
          ...Object.fromEntries([COMMON, ...ALONE].map((s) => [entryName(s), PREFIX + s])),
        },
        external: MFES,
        preserveEntrySignatures: 'allow-extension',
      },
    },
  }),
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
  load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return null;
    const specifier = id.slice(PREFIX.length + 1);
    return specifier === COMMON ? commonFacade(sources) : facade(specifier, sources[specifier] ?? specifier);
  },
  generateBundle(_options, bundle) {
    const imports = {};
    const offered = {};
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.isEntry || !chunk.facadeModuleId?.startsWith(`\0${PREFIX}`)) continue;
      const name = chunk.facadeModuleId.slice(PREFIX.length + 1);
      for (const specifier of name === COMMON ? Object.keys(TOGETHER) : [name]) {
        imports[specifier] = `/${chunk.fileName}`;
        offered[specifier] = chunk.exports;
      }
    }
    this.emitFile({ type: 'asset', fileName: OFFERED, source: JSON.stringify(offered) });
    this.emitFile({ type: 'asset', fileName: 'importmap.shared.json', source: JSON.stringify({ imports }) });
  },
});
