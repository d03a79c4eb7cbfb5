/** What the messaging app is asked, and how its answers are read: against a stand-in that answers as it does. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { outbound } from '../platform/outbound/outbound.ts';
import { authorizeAddress, exchangeOf, messagingApp } from './messaging-app.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  stop = undefined;
});
type Answering = (response: http.ServerResponse) => void;
const standIn = async (answer: Answering): Promise<{ tokenUrl: string; heard: string[] }> => {
  const heard: string[] = [];
  const server = http.createServer((request, response) => {
    heard.push(request.url ?? '');
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { tokenUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sns/token`, heard };
};
const plain =
  (answer: object): Answering =>
  (response) =>
    void response.setHeader('content-type', 'text/plain').end(JSON.stringify(answer));
const SETTINGS = { appId: 'wx01', secret: 's&cret', authorizeUrl: 'https://app.example/authorize' };
const call = outbound(['127.0.0.1:*']);

test('the parameters of the address stand in the documented order, with the mark at the end', () => {
  const url = authorizeAddress(SETTINGS, { redirectUri: 'https://house.example/wx/code', state: 'b1' });
  expect(url).toBe(
    'https://app.example/authorize?appid=wx01&redirect_uri=https%3A%2F%2Fhouse.example%2Fwx%2Fcode' +
      '&response_type=code&scope=snsapi_base&state=b1#wechat_redirect',
  );
});
test('a code is exchanged once with id and secret, JSON in text/plain is read', async () => {
  const { tokenUrl, heard } = await standIn(plain({ access_token: 't', expires_in: 7200, openid: 'oAbc-_1' }));
  const app = messagingApp({ ...SETTINGS, tokenUrl }, { call });
  expect(await app.exchange('c 1')).toEqual({ openId: 'oAbc-_1' });
  expect(heard).toEqual(['/sns/token?appid=wx01&secret=s%26cret&code=c%201&grant_type=authorization_code']);
});
test('a refusal of the app is one, whatever stands beside it', () => {
  expect(exchangeOf('{"errcode":40029,"errmsg":"invalid code","openid":"o1"}')).toMatchObject({
    refusal: { reason: 'code', errcode: 40_029 },
  });
  expect(exchangeOf('{"errcode":0,"errmsg":"ok","openid":"o1"}')).toEqual({ openId: 'o1' });
});
test('what is no answer of the app names nobody', () => {
  for (const text of ['', '<html>', '[]', 'null', '{}', '{"openid":""}', '{"openid":"a b"}', '{"openid":7}'])
    expect(exchangeOf(text)).toMatchObject({ refusal: { reason: 'away' } });
});
test('an app that is silent, gone or broken is away, and no sentence names the secret', async () => {
  const silent = await standIn(() => undefined);
  const over = await messagingApp({ ...SETTINGS, tokenUrl: silent.tokenUrl }, { call, timeoutMs: 50 }).exchange('c1');
  stop?.();
  const broken = await standIn((response) => void response.writeHead(502).end('{"openid":"o1"}'));
  const wrong = await messagingApp({ ...SETTINGS, tokenUrl: broken.tokenUrl }, { call }).exchange('c1');
  stop?.();
  const gone = await messagingApp({ ...SETTINGS, tokenUrl: broken.tokenUrl }, { call }).exchange('c1');
  expect([over, wrong, gone]).toEqual(
    ['微信没有应答', '微信的应答无法读取', '无法连接微信'].map((detail) => ({
      refusal: { reason: 'away', errcode: null, detail },
    })),
  );
  expect(JSON.stringify([over, wrong, gone])).not.toContain('cret');
});
test('an address inside the house that nobody named is not called', async () => {
  const { tokenUrl, heard } = await standIn(plain({ openid: 'o1' }));
  const app = messagingApp({ ...SETTINGS, tokenUrl }, { call: outbound([]) });
  expect(await app.exchange('c1')).toMatchObject({ refusal: { reason: 'away' } });
  expect(heard).toEqual([]);
});
