import { describe, expect, test, vi } from 'vitest';
import { chooseReader, type NativeDetector } from './code-reader.ts';

const video = {} as HTMLVideoElement;
const detector = (formats: readonly string[], detect: () => Promise<readonly { rawValue: string }[]>) =>
  class {
    static getSupportedFormats = async (): Promise<readonly string[]> => formats;
    detect = detect;
  } as unknown as NativeDetector;
const library = () => vi.fn(async () => async () => 'LIBRARY');

describe('who reads the code', () => {
  test('the browser, where it has a detector for our labels: the library is not even loaded', async () => {
    const load = library();
    const native = detector(['code_128', 'qr_code'], async () => [{ rawValue: 'NATIVE' }]);
    const reader = await chooseReader({ native, library: load });
    expect(reader.way()).toBe('native');
    expect(await reader.read(video)).toBe('NATIVE');
    expect(load).not.toHaveBeenCalled();
  });
  test('the browser sees nothing: nothing', async () => {
    const reader = await chooseReader({ native: detector(['code_128'], async () => []), library: library() });
    expect(await reader.read(video)).toBe(null);
  });
  test.each([
    ['no detector', undefined],
    ['a detector without Code 128', detector(['qr_code'], async () => [])],
  ])('the library, with %s', async (_, native) => {
    const reader = await chooseReader({ native, library: library() });
    expect(reader.way()).toBe('library');
    expect(await reader.read(video)).toBe('LIBRARY');
  });
  test('the library, once the detector failed: a phone may lack the service behind it', async () => {
    const load = library();
    const native = detector(['code_128'], () => Promise.reject(new Error('service unavailable')));
    const reader = await chooseReader({ native, library: load });
    expect(await reader.read(video)).toBe('LIBRARY');
    expect(await reader.read(video)).toBe('LIBRARY');
    expect(reader.way()).toBe('library');
    expect(load).toHaveBeenCalledTimes(1);
  });
});
