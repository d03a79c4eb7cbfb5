/** The files of one record: where each is written, and its text as the house's formatter leaves it. */
import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';
import type { Installation } from '../platform/slice/slice.ts';
import type { Plan } from './plan.ts';
import { contractOf } from './templates/contract-file.ts';
import { dialogOf } from './templates/dialog-file.ts';
import { manifestOf } from './templates/manifest-file.ts';
import { queryOf } from './templates/query-file.ts';
import { testOf } from './templates/test-file.ts';
import { resourceOf } from './templates/resource-file.ts';
import { screenOf } from './templates/screen-file.ts';

/** How a project is laid out and written. */
export type ProjectShape = Pick<Installation, 'formatting' | 'queriesDir'>;
export type ProjectFile = { readonly template: string; readonly path: string; readonly text: string };
type Template = readonly [
  name: string,
  path: (module: string, project: ProjectShape) => string,
  write: (plan: Plan) => string,
];
const SERVICE = 'services/master-data/custom/';
const SCREEN = 'mfe-admin/src/custom/';
/** What finds the others stands behind them: a house that starts while they are written sees all or nothing of a folder. */
const TEMPLATES: readonly Template[] = [
  ['manifest.ts', (module) => `${SERVICE}${module}/manifest.ts`, manifestOf],
  ['contract.ts', (module) => `${SERVICE}${module}/contract.ts`, contractOf],
  ['resource.ts', (module) => `${SERVICE}${module}/resource.ts`, resourceOf],
  ['query.ts', (module, { queriesDir }) => `${queriesDir}${module}/query.ts`, queryOf],
  ['dialog.tsx', (module) => `${SCREEN}${module}/dialog.tsx`, dialogOf],
  ['screen.tsx', (module) => `${SCREEN}${module}/screen.tsx`, screenOf],
  ['record.test.ts', (module) => `tests/flow/custom/${module}.test.ts`, testOf],
];

const styleOf = ({ formatting }: ProjectShape): FormatConfig => {
  const { ignorePatterns: _not, ...style } = JSON.parse(readFileSync(formatting, 'utf8')) as FormatConfig & {
    readonly ignorePatterns?: unknown;
  };
  return style;
};
/** @throws {SyntaxError} when a template wrote what is no TypeScript: a fault of the template. */
export const formatted = async (path: string, source: string, project: ProjectShape): Promise<string> => {
  const { code, errors } = await format(path, source, styleOf(project));
  const [error] = errors;
  if (error !== undefined) throw new SyntaxError(`${path}: ${error.message}`);
  return code;
};
export const filesOf = (plan: Plan, project: ProjectShape): Promise<readonly ProjectFile[]> =>
  Promise.all(
    TEMPLATES.map(async ([template, pathOf, write]) => {
      const path = pathOf(plan.module, project);
      return { template, path, text: await formatted(path, write(plan), project) };
    }),
  );
