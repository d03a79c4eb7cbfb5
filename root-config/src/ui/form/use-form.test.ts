// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { sectionsOf } from './sections.ts';
import type { Field, FormMode } from './types.ts';
import { useForm } from './use-form.ts';

/** The shop of the user; the real module would bring the whole component library along. */
const own = vi.hoisted(() => ({ preset: null as number | null, draft: null as string | null, told: [] as string[] }));
vi.mock('root-config/api', async () => ({
  createCommandKey: (await import('../../api/command-key.ts')).createCommandKey,
  clearDraft: () => undefined,
  mended: () => undefined,
  readDraft: () => (own.draft === null ? null : JSON.parse(own.draft)),
  writeDraft: (_key: string, draft: unknown) => (own.draft = JSON.stringify(draft)),
  toast: { info: (text: string) => own.told.push(text) },
  useLockShops: () => ({ shops: [], preset: own.preset, fixed: false }),
}));

type Piece = { shopId: number; weight: number; rate: number; price: number; gross: number; name: string };
const price: Field<Piece> = {
  kind: 'computed',
  as: 'money',
  name: 'price',
  label: '标价',
  editable: true,
  formula: '金重 × 倍率',
  compute: ({ weight = 0, rate = 0 }) => weight * rate,
};
const weight: Field<Piece> = { kind: 'weight', name: 'weight', label: '金重', required: '金重不能为空' };
const sections = sectionsOf<Piece>()([
  {
    fields: [
      { kind: 'shop', name: 'shopId', label: '分店' },
      weight,
      { kind: 'number', name: 'rate', label: '倍率' },
      { kind: 'computed', as: 'weight', name: 'gross', label: '总重', formula: '金重', compute: (v) => v.weight },
      price,
    ],
  },
]);
const formOf = (mode: FormMode, start: Partial<Piece>) =>
  renderHook(() => useForm<Piece>({ sections, mode, start, draftKey: undefined })).result;

afterEach(() => {
  cleanup();
  own.preset = null;
  own.draft = null;
  own.told = [];
});

test('a computed value follows until somebody writes another, and follows again when it is given back', () => {
  const form = formOf('add', { weight: 2, rate: 10 });
  expect(form.current.collect().price).toBe(20);
  act(() => form.current.change(price, 99));
  act(() => form.current.change(weight, 3));
  expect(form.current.collect().price).toBe(99);
  act(() => form.current.change(price, undefined));
  expect(form.current.collect().price).toBe(30);
});

test('a loaded value that its formula made follows its inputs, one written by hand stays', () => {
  const made = formOf('edit', { weight: 2, rate: 10, price: 20, gross: 2 });
  expect(made.current.dirty).toBe(false);
  act(() => made.current.change(weight, 3));
  expect(made.current.collect()).toMatchObject({ price: 30, gross: 3 });
  const written = formOf('edit', { weight: 2, rate: 10, price: 25, gross: 2 });
  act(() => written.current.change(weight, 3));
  expect(written.current.collect()).toMatchObject({ price: 25, gross: 3 });
  act(() => written.current.change(price, undefined));
  expect(written.current.collect().price).toBe(30);
});

test('a text that is no number is refused where it stands; emptied, it follows again', () => {
  const form = formOf('add', { weight: 2, rate: 10 });
  act(() => form.current.type('price', '贵', '请输入数字'));
  act(() => form.current.settle('price'));
  expect(form.current.problemOf('price')).toBe('请输入数字');
  expect(form.current.validate()).toEqual([{ path: 'price', message: '请输入数字' }]);
  act(() => form.current.forget('price'));
  expect(form.current.problems).toEqual([]);
});

test('a form that judges a field when it is left says what is wrong there, and of no other', () => {
  const schema = {
    safeParse: () => ({ success: false, error: { issues: [{ path: ['name'], message: '名字太短' }] } }),
  };
  const setup = { sections, mode: 'add', start: {}, draftKey: undefined, schema } as const;
  const { result: judging } = renderHook(() => useForm<Piece>({ ...setup, checksOnLeaving: true }));
  act(() => judging.current.settle('weight'));
  expect(judging.current.problems).toEqual([{ path: 'weight', message: '金重不能为空' }]);
  act(() => judging.current.settle('name'));
  expect(judging.current.problemOf('name')).toBe('名字太短');
  const { result: waiting } = renderHook(() => useForm<Piece>(setup));
  act(() => waiting.current.settle('weight'));
  expect(waiting.current.problems).toEqual([]);
});

test('an emptied field counts as a change', () => {
  const form = formOf('edit', { weight: 2, rate: 10 });
  act(() => form.current.change(weight, undefined));
  expect(form.current.dirty).toBe(true);
});

test('the next record starts in the chosen shop too', () => {
  own.preset = 3;
  const form = formOf('add', {});
  expect(form.current.values.shopId).toBe(3);
  act(() => form.current.change(weight, 2));
  act(() => form.current.reset({ rate: 10 }));
  expect(form.current.values).toMatchObject({ shopId: 3, rate: 10 });
  expect(form.current.dirty).toBe(false);
});

test('the count of what must be changed falls with every mended place', () => {
  const form = formOf('add', {});
  act(() => form.current.setProblems(form.current.validate(), true));
  expect(form.current.problems).toEqual([{ path: 'weight', message: '金重不能为空' }]);
  act(() => form.current.change(weight, 1));
  expect(form.current.problems).toEqual([]);
});

type Sheet = { weight: number; rate: number; list: { barcode: string; num: number }[] };
const sheet = sectionsOf<Sheet>()([
  {
    fields: [
      { kind: 'weight', name: 'weight', label: '金重' },
      { kind: 'number', name: 'rate', label: '倍率' },
    ],
    lines: {
      name: 'list',
      keyOf: (line) => String(line['barcode']),
      columns: [{ field: 'num', title: '数量', kind: 'count', edit: 'number' }],
    },
  },
]);
const sheetOf = () =>
  renderHook(() =>
    useForm<Sheet>({ sections: sheet, mode: 'edit', start: { weight: 2.5, rate: 1, list: [] }, draftKey: 'sheet' }),
  );

test('a draft brings back what could not be read, marked, instead of the value before it', () => {
  const first = sheetOf();
  act(() => first.result.current.type('weight', '23。5。1', '请输入数字'));
  act(() => first.result.current.type('rate', '1.', undefined));
  first.unmount();
  expect(own.told).toEqual(['未保存的内容已留作草稿，再次打开时可以恢复']);
  const form = sheetOf().result;
  expect(form.current.textAt('weight')).toBeUndefined();
  act(() => form.current.restoreDraft());
  expect(form.current.textAt('weight')).toBe('23。5。1');
  expect(form.current.problemOf('weight')).toBe('请输入数字');
  expect(form.current.validate()).toEqual([{ path: 'weight', message: '请输入数字' }]);
  expect(form.current.dirty).toBe(true);
  // What could be read is in the values.
  expect(form.current.textAt('rate')).toBeUndefined();
  act(() => form.current.type('weight', '23.51', undefined));
  expect(form.current.problems).toEqual([]);
  expect(form.current.validate()).toEqual([]);
});

test('a draft that is taken up again is saved as the command it was; a form that begins anew is another', () => {
  const first = sheetOf();
  act(() => first.result.current.type('rate', '1.', undefined));
  const sent = first.result.current.key.current();
  first.unmount();
  const { key, restoreDraft } = sheetOf().result.current;
  expect(key.current()).not.toBe(sent);
  act(restoreDraft);
  expect(key.current()).toBe(sent);
  expect(key.unsettled()).toBe(true);
});

test('a draft brings back the refused cells of its lines', () => {
  const first = sheetOf();
  act(() => {
    const lines = first.result.current.lines('list');
    lines.append([
      { barcode: 'a', num: 1 },
      { barcode: 'b', num: 2 },
    ]);
    lines.refuse(1, 'num', { text: 'abc', message: '请输入整数' });
  });
  first.unmount();
  const form = sheetOf().result;
  act(() => form.current.restoreDraft());
  const lines = form.current.lines('list');
  expect(lines.lines).toEqual([
    { barcode: 'a', num: 1 },
    { barcode: 'b', num: 2 },
  ]);
  expect(lines.typedOf(lines.at(1)!)).toEqual({ num: 'abc' });
  expect(form.current.validate()).toEqual([{ path: 'list.1.num', message: '请输入整数' }]);
  // The restored lines are one step of undo: no step shows the refused cell with its old value.
  act(() => void lines.undo());
  expect(lines.length).toBe(0);
});

test('a field that was emptied stays empty when its draft is restored', () => {
  own.draft = JSON.stringify({ values: { rate: 1 }, lines: {}, emptied: ['weight'] });
  const { result } = sheetOf();
  expect(result.current.values.weight).toBe(2.5);
  act(() => result.current.restoreDraft());
  expect(result.current.values).toEqual({ rate: 1, list: [], weight: undefined });
  expect(result.current.dirty).toBe(true);
});

test('a draft of an earlier version, which kept values and lines only, is restored too', () => {
  own.draft = JSON.stringify({ values: { weight: 3 }, lines: { list: [{ barcode: 'a', num: 1 }] } });
  const form = sheetOf().result;
  act(() => form.current.restoreDraft());
  expect(form.current.collect()).toMatchObject({ weight: 3, list: [{ barcode: 'a', num: 1 }] });
  expect(form.current.validate()).toEqual([]);
});

test('what is typed after an earlier draft was given up is kept like any other', () => {
  own.draft = JSON.stringify({ values: { rate: 7 }, lines: {} });
  const form = sheetOf();
  act(() => form.result.current.discardDraft());
  act(() => form.result.current.type('rate', '5', undefined));
  form.unmount();
  expect(own.told).toEqual(['未保存的内容已留作草稿，再次打开时可以恢复']);
});

test('a form that was dropped and still stands keeps nothing when its pause ends', () => {
  vi.useFakeTimers();
  try {
    const { result } = sheetOf();
    act(() => result.current.type('rate', '2', undefined));
    act(() => result.current.dropDraft());
    act(() => void vi.advanceTimersByTime(1000));
    expect(own.draft).toBeNull();
    const kept = sheetOf().result;
    act(() => kept.current.type('rate', '3', undefined));
    act(() => void vi.advanceTimersByTime(1000));
    expect(own.draft).not.toBeNull();
  } finally {
    vi.useRealTimers();
  }
});
