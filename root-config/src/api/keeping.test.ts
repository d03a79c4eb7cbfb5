// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useDraft } from './drafts.ts';
import { clearPageState, usePageState } from './page-state.ts';

beforeEach(() => sessionStorage.clear());

test('a draft survives an accidental close', () => {
  const first = renderHook(() => useDraft('goods-in:new', { name: '' }));
  expect(first.result.current.restored).toBe(false);
  act(() => first.result.current.set({ name: '足金戒指' }));
  first.unmount();
  const again = renderHook(() => useDraft('goods-in:new', { name: '' }));
  expect(again.result.current.value).toEqual({ name: '足金戒指' });
  expect(again.result.current.restored).toBe(true);
});
test('a saved draft is gone', () => {
  const first = renderHook(() => useDraft('goods-in:new', { name: '' }));
  act(() => first.result.current.set((value) => ({ ...value, name: '手镯' })));
  act(() => first.result.current.clear());
  first.unmount();
  expect(renderHook(() => useDraft('goods-in:new', { name: '' })).result.current.value).toEqual({ name: '' });
});
test('drafts of two records do not mix', () => {
  const one = renderHook(() => useDraft('goods-in:1', { name: '' }));
  act(() => one.result.current.set({ name: '吊坠' }));
  expect(renderHook(() => useDraft('goods-in:2', { name: '' })).result.current.value.name).toBe('');
});
test('a page keeps its state over unmounts until its tab is closed', () => {
  const page = renderHook(() => usePageState('filters', { status: '' }, '/stock/goods-in'));
  act(() => page.result.current[1]({ status: '1' }));
  page.unmount();
  const back = renderHook(() => usePageState('filters', { status: '' }, '/stock/goods-in'));
  expect(back.result.current[0]).toEqual({ status: '1' });
  back.unmount();
  clearPageState('/stock/goods-in');
  const fresh = renderHook(() => usePageState('filters', { status: '' }, '/stock/goods-in'));
  expect(fresh.result.current[0]).toEqual({ status: '' });
});
