import { describe, expect, test } from 'vitest';
import type { Reply } from './client.ts';
import { connectionStore } from './house-state.ts';
import { createCommandKey } from './command-key.ts';
import { ApiError, NETWORK_GONE, NETWORK_LOST } from './errors.ts';
import { ARRIVED_BEFORE, sendCommand } from './use-send.ts';

const named = () => {
  let number = 0;
  return createCommandKey(() => `key-${(number += 1)}`);
};
const reply = (replayed = false): Reply => ({ data: 7, msg: '操作成功', etag: null, replayed, whole: {} });
const failing = (...statuses: number[]) => {
  const keys: string[] = [];
  const left = [...statuses];
  return {
    keys,
    exchange: async (key: string): Promise<Reply> => {
      keys.push(key);
      const status = left.shift();
      if (status !== undefined) throw new ApiError({ status, msg: `状态${status}` });
      return reply(statuses.length > 0);
    },
  };
};
const silent = (): void => undefined;

describe('the key of a command', () => {
  test.each([400, 403, 404, 409, 412, 422])('is new after the definite answer %i', async (status) => {
    const key = named();
    const { exchange } = failing(status);
    await expect(sendCommand(key, exchange, silent, [])).rejects.toMatchObject({ status });
    expect(key.current()).toBe('key-2');
    expect(key.unsettled()).toBe(false);
  });
  test.each([0, 401, 500, 503])('stays after %i, which decides nothing', async (status) => {
    const key = named();
    const { exchange } = failing(status);
    await expect(sendCommand(key, exchange, silent, [])).rejects.toMatchObject({ status });
    expect(key.current()).toBe('key-1');
  });
  test('is new after success', async () => {
    const key = named();
    await sendCommand(key, failing().exchange, silent, []);
    expect(key.current()).toBe('key-2');
  });
});

describe('sending', () => {
  test('a lost connection is tried again with the same key, and the message is shown meanwhile', async () => {
    const said: (string | null)[] = [];
    const { keys, exchange } = failing(0, 503);
    const sent = await sendCommand(named(), exchange, (message) => said.push(message), [0, 0]);
    expect(keys).toEqual(['key-1', 'key-1', 'key-1']);
    expect(said).toEqual(['状态0', '状态503']);
    expect(sent).toMatchObject({ data: 7, savedBefore: true });
  });
  test('a first attempt that still runs is asked again with its own key', async () => {
    const keys: string[] = [];
    const exchange = async (key: string): Promise<Reply> => {
      keys.push(key);
      if (keys.length === 1)
        throw new ApiError({ status: 409, msg: '上次提交仍在处理，请稍后重试', data: { reason: 'still_running' } });
      return reply(true);
    };
    await expect(sendCommand(named(), exchange, silent, [0])).resolves.toMatchObject({ savedBefore: true });
    expect(keys).toEqual(['key-1', 'key-1']);
  });
  test('a refusal is not tried again', async () => {
    const { keys, exchange } = failing(422);
    await expect(sendCommand(named(), exchange, silent, [0, 0])).rejects.toMatchObject({ status: 422 });
    expect(keys).toHaveLength(1);
  });
  test('the tries are limited', async () => {
    const { keys, exchange } = failing(0, 0, 0, 0);
    await expect(sendCommand(named(), exchange, silent, [0, 0])).rejects.toMatchObject({ status: 0 });
    expect(keys).toHaveLength(3);
  });
  test('reconnecting is said only while it is tried: after the last try, to check the network', async () => {
    const said: [string | null, number][] = [];
    const away = async (): Promise<Reply> => {
      throw new ApiError({ status: 0, msg: NETWORK_GONE });
    };
    const listen = (message: string | null) => said.push([message, connectionStore.get().sending]);
    await expect(sendCommand(named(), away, listen, [0, 0])).rejects.toMatchObject({ msg: NETWORK_GONE });
    expect(said).toEqual([
      [NETWORK_LOST, 1],
      [NETWORK_LOST, 1],
    ]);
    expect(connectionStore.get().sending).toBe(0);
  });
  test('a form that is opened again after a lost answer says that the first one was saved', async () => {
    const key = named();
    key.resume('earlier');
    const keys: string[] = [];
    const exchange = async (own: string): Promise<Reply> => {
      keys.push(own);
      return reply(true);
    };
    const sent = await sendCommand(key, exchange, silent, []);
    expect(keys).toEqual(['earlier']);
    expect(sent.savedBefore).toBe(true);
    expect(key.current()).toBe('key-2');
  });
  test('a corrected form after a lost answer learns that the first one arrived', async () => {
    const key = named();
    await expect(sendCommand(key, failing(0).exchange, silent, [])).rejects.toThrow();
    const conflict = async (): Promise<Reply> => {
      throw new ApiError({ status: 409, msg: '同一请求内容不同', data: { reason: 'key_reused' } });
    };
    await expect(sendCommand(key, conflict, silent, [])).rejects.toMatchObject({
      msg: ARRIVED_BEFORE,
    });
    expect(key.current()).toBe('key-2');
  });
});
