/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EMPTY_FORM, idOf, readForm, writeForm, type Form } from './form-json.ts';
import { fileOf, houseCode } from './house-code.ts';
import { checkPatterns, patternsOf } from './house-form.ts';
import { build, startBuilding, type Building, type BuildStep } from './model.ts';
import { problemsOf } from './problems.ts';
import { WIDGET_NAMES, widgetOf, type Widget } from './widgets.ts';

const WIDGETS = Object.keys(WIDGET_NAMES) as Widget[];
const after = (...steps: readonly BuildStep[]): Building => steps.reduce(build, startBuilding(EMPTY_FORM));
const everyWidget = (): Form => after(...WIDGETS.map((widget): BuildStep => ({ type: 'add', widget }))).form;
const read = (text: string): Form => {
  const reading = readForm(text);
  if ('problems' in reading) throw new Error(reading.problems.join());
  return reading.form;
};

test('fields are added, moved, copied and removed, and each step is taken back (S2§2.23/1)', () => {
  const built = after(
    { type: 'add', widget: 'input' },
    { type: 'add', widget: 'select' },
    { type: 'move', id: 102, to: 0 },
    { type: 'copy', id: 101 },
    { type: 'remove', id: 102 },
  );
  expect(built.form.fields.map(idOf)).toEqual([101, 103]);
  const back = [1, 2, 3, 4, 5].reduce((now) => build(now, { type: 'undo' }), built);
  expect(back.form).toEqual(EMPTY_FORM);
  expect(build(back, { type: 'redo' }).form.fields.map(idOf)).toEqual([101]);
});
test('what is written is read again as it was, with controls and attributes it does not know (S2§2.23/2)', () => {
  const form = everyWidget();
  expect(read(writeForm(form))).toEqual(form);
  expect(form.fields.map(widgetOf)).toEqual(WIDGETS);
  const rate = { __config__: { label: '评分', tag: 'el-rate', layout: 'colFormItem' }, max: 5, __vModel__: 'rate' };
  const kept = read(JSON.stringify({ fields: [rate], formRef: 'elForm', own: 1 }));
  expect(kept.fields[0]).toMatchObject(rate);
  expect(JSON.parse(writeForm(kept))).toMatchObject({ formRef: 'elForm', formModel: 'formData', own: 1 });
});
test('the former shape and rows are read; what is no form is told (S2§2.23/2)', () => {
  const old = { tag: 'el-select', label: '品类', vModel: 'kind', options: [{ label: '戒指', value: 1 }], span: 12 };
  const row = { __config__: { layout: 'rowFormItem', children: [old] } };
  expect(read(JSON.stringify({ fields: [row] })).fields[0]).toMatchObject({
    __vModel__: 'kind',
    __config__: { label: '品类', tag: 'el-select', span: 12 },
    __slot__: { options: [{ label: '戒指', value: 1 }] },
  });
  expect(readForm('{')).toHaveProperty('problems');
  expect(readForm('{"a":1}')).toHaveProperty('problems');
});
test('names that code cannot have and rules that cannot be read are told (S2§2.23/3)', () => {
  const form = everyWidget();
  expect(problemsOf(form)).toEqual([]);
  const bad = form.fields.map((field) => ({ ...field, __vModel__: '1x' }));
  expect(problemsOf({ conf: { ...form.conf, formModel: 'class' }, fields: bad }).length).toBeGreaterThan(
    WIDGETS.length,
  );
});
test(
  'the code of a form with every control compiles, also with quotes and rules (S2§2.23/3)',
  { timeout: 120_000 },
  () => {
    const form = everyWidget();
    const [first, ...rest] = form.fields;
    if (first === undefined) throw new Error('no field');
    const rule = { pattern: String.raw`/^1[3-9]\d{9}$/`, message: `请输入"正确的"手机号's` };
    const config = { ...first.__config__, label: `手机 */ '号"`, required: true, regList: [rule], defaultValue: '138' };
    const ruled = { conf: form.conf, fields: [{ ...first, __config__: config }, ...rest] };
    expect(checkPatterns(patternsOf(ruled), { field101: '12' })).toEqual([{ path: 'field101', message: rule.message }]);
    const home = join(import.meta.dirname, '../..');
    const folder = mkdtempSync(join(home, 'src/.written-'));
    try {
      writeFileSync(join(folder, fileOf(ruled)), houseCode(ruled, `请假 "单" <a>`));
      writeFileSync(join(folder, 'tsconfig.json'), '{ "extends": "../../tsconfig.json", "include": ["*.tsx"] }');
      const tsc = join(home, '../node_modules/typescript/bin/tsc');
      expect(execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })).toBe('');
    } catch (error) {
      throw new Error(String((error as { stdout?: string }).stdout ?? error), { cause: error });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
