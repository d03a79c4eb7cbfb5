/** What packages carry that the console never uses is left out at bundle time; each plugin fails when its target moved. */
import { patchPackage } from './patches.mjs';

/** Names of `z` that contracts and screens may use; the namespace object keeps every name alive in the browser. */
const SCHEMAS = `string number int boolean date literal enum null undefined any unknown never array tuple object
  looseObject strictObject record partialRecord keyof lazy union discriminatedUnion intersection optional nullable
  nullish pipe transform preprocess custom refine superRefine readonly catch ZodType ZodObject ZodArray ZodString
  ZodNumber ZodEnum ZodOptional ZodNullable
  ZodPipe ZodRecord ZodUnion`.split(/\s+/);
const OTHERS = ['config', 'registry', 'coerce', 'NEVER', 'ZodError', 'parse', 'safeParse'];
/** Types only; they are gone before the browser. */
const TYPES = ['infer', 'input', 'output', 'ZodRawShape', 'ZodTypeAny', 'core'];
const KNOWN = new Set([...SCHEMAS, ...OTHERS, ...TYPES]);
const FORMATS =
  'email|url|jwt|emoji|guid|uuid|uuidv4|nanoid|cuid2?|ulid|base64|base64url|xid|ksuid|ipv[46]|cidrv[46]|e164|datetime|date|time|duration';

/**
 * zod without its languages, compiler, JSON schema and string formats (45 KB gzip that no screen uses). The console
 * needs Chinese only, which api/zod-chinese.ts sets.
 */
export const slimZod = () =>
  patchPackage('slim-zod', 'zod', {
    'v4/classic/external.js': () => `
      export { ${SCHEMAS.join(', ')} } from './schemas.js';
      export { config, NEVER, registry } from '../core/index.js';
      export { ZodError } from './errors.js';
      export { parse, safeParse } from './parse.js';
      export * as coerce from './coerce.js';`,
    'v4/classic/coerce.js': [
      ['export function bigint(params) {\n    return core._coercedBigint(schemas.ZodBigInt, params);\n}', ''],
    ],
    'v4/classic/schemas.js': [
      ['import * as processors from "../core/json-schema-processors.js";', 'const processors = {};'],
      [
        'import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from "../core/to-json-schema.js";',
        'const createStandardJSONSchemaMethod = () => () => ({}); const createToJSONSchemaMethod = () => () => ({});',
      ],
      ['import en from "../locales/en.js";', 'import en from "../locales/zh-CN.js";'],
      [/ {4}email\(params\) \{\n[\s\S]*?_isoDuration\(ZodISODuration, params\)\);\n {4}\},\n/, ''],
    ],
  });

const USE = /\bz\.([A-Za-z]\w*)/g;
const FORMAT_USE = new RegExp(String.raw`z\s*\.string\([^)]*\)[^;,]{0,80}?\.(${FORMATS})\(`);
/** Fails the build when a source uses a part of zod that slimZod left out. */
export const zodGuard = () => ({
  name: 'zod-guard',
  enforce: 'pre',
  transform: {
    filter: { id: { include: /\.tsx?$/, exclude: /node_modules/ }, code: /from 'zod'/ },
    handler(code, id) {
      const missing = [...code.matchAll(USE)].map(([, name]) => name).filter((name) => !KNOWN.has(name));
      const format = FORMAT_USE.exec(code)?.[1];
      if (format) missing.push(`string().${format}`);
      if (missing.length > 0)
        this.error(`${id}: z.${missing[0]} is not in the browser; see root-config/build/slim.mjs`);
      return null;
    },
  },
});

const ICON = /@primer[\\/]octicons-react[\\/]dist[\\/]icons[\\/]\w+\.mjs$/;
/** Icons in one size: 16 px, drawn larger where a screen asks for it. */
export const slimIcons = () => ({
  name: 'slim-icons',
  transform: {
    filter: { id: ICON },
    handler(code, id) {
      if (!/"16": \{/.test(code)) return null;
      const slim = code
        .replace(/var heights = \[[^\]]*\]/, 'var heights = ["16"]')
        .replaceAll(/\t"(?!16")\d+": \{\n\t\t"width": \d+,\n\t\t"path": [\s\S]*?\n\t\},?\n/g, '');
      if (/"24": \{/.test(slim)) this.error(`slim-icons: ${id} is written another way now`);
      return { code: slim, map: null };
    },
  },
});

/** Every browser that runs es2022 modules with an import map has :focus-visible; popover is as old as that in practice. */
const NATIVE = /^(?:focus-visible|@oddbird\/popover-polyfill\/fn)$/;
export const withoutPolyfills = () => ({
  name: 'without-polyfills',
  apply: 'build',
  enforce: 'pre',
  resolveId: { filter: { id: NATIVE }, handler: (id) => `\0native:${id}` },
  load: {
    filter: { id: /^\0native:/ },
    handler: () => ({
      code: 'export const apply = () => undefined; export const isSupported = () => true;',
      moduleSideEffects: false,
    }),
  },
});
