import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { lazily } from './lazily.tsx';

const SOON = { timeout: 30_000 };
afterEach(cleanup);
const Part = ({ text }: { text: string }) => createElement('p', null, text);
const waiting = (_props: { text: string }, retry: (() => void) | undefined) =>
  createElement('button', { type: 'button', onClick: retry }, retry === undefined ? '加载中' : '重试');

describe('a part that loads when it is shown', () => {
  it('waits once and stands at once from then on', async () => {
    const Lazy = lazily<{ text: string }>(() => Promise.resolve(Part), waiting);
    const first = render(createElement(Lazy, { text: '一' }));
    expect(first.container.textContent).toBe('加载中');
    await screen.findByText('一', {}, SOON);
    expect(render(createElement(Lazy, { text: '二' })).container.textContent).toBe('二');
  });

  it('offers another try after a failure', async () => {
    let tries = 0;
    const load = () => (++tries === 1 ? Promise.reject(new Error('offline')) : Promise.resolve(Part));
    render(createElement(lazily<{ text: string }>(load, waiting), { text: '三' }));
    fireEvent.click(await screen.findByText('重试', {}, SOON));
    await screen.findByText('三', {}, SOON);
    expect(tries).toBe(2);
  });
});
