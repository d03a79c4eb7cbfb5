/**
 * The page that checks a warranty (R162): with the house at /v/<payload>, and as one file with no house at all. Its own Ed25519 in
 * script: browsers of messaging apps lack it, and a file has no secure origin.
 */
import { checkWarranty, type WarrantyKey, type WarrantyVerdict } from 'services/contracts/warranty-check';
import { payloadIn } from 'services/contracts/warranty-text';
import { factRows } from 'services/contracts/warranty-words';
import { dayText } from '../parts/formats.ts';
import { AWAY, COMPARE, houseWords, NO_HOUSE, PASSED, REFUSED, type HouseAnswer, type VerdictLine } from './words.ts';

const WAIT_MS = 8_000;
const isFile = location.protocol === 'file:';
const part = <Part extends HTMLElement>(id: string): Part => {
  const found = document.querySelector<Part>(`#${id}`);
  if (found === null) throw new Error(`#${id} is missing`);
  return found;
};
const made = (tag: string, className: string, text = ''): HTMLElement => {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
};
const told = ({ tone, text }: VerdictLine): HTMLElement => made('p', tone, text);

const ask = async (address: string): Promise<unknown> => {
  const response = await fetch(address, { credentials: 'omit', signal: AbortSignal.timeout(WAIT_MS) });
  if (!response.ok) throw new Error(String(response.status));
  return response.json();
};
/** Those in the file; at the house those of today. */
const keysOf = async (): Promise<readonly WarrantyKey[]> => {
  if (isFile) return JSON.parse(part('keys').textContent ?? '[]') as readonly WarrantyKey[];
  const { keys } = (await ask('/.well-known/jewel-warranty.json')) as { keys: readonly WarrantyKey[] };
  return keys;
};

const factsTable = (verdict: WarrantyVerdict & { is: 'good' }): HTMLElement => {
  const list = made('dl', '');
  for (const [label, value] of factRows(verdict.facts, dayText))
    list.append(made('dt', '', label), made('dd', '', value));
  return list;
};
const PICTURE = /^\/static\/[\w./?=-]+$/;
const pictureOf = ({ photo, type, style }: HouseAnswer): readonly HTMLElement[] => {
  const kind = [type, style].filter((word) => word !== '').join(' ');
  const words = kind === '' ? [] : [made('p', 'soft', `门店登记的款式：${kind}`)];
  if (!PICTURE.test(photo)) return words;
  const picture = document.createElement('img');
  picture.src = photo;
  picture.alt = '门店登记的图片';
  return [...words, picture];
};
const houseSays = async (card: HTMLElement, payload: string): Promise<void> => {
  if (isFile) return card.append(told(NO_HOUSE));
  const waiting = made('p', 'soft', '正在向门店核对…');
  card.append(waiting);
  try {
    const { data } = (await ask(`/api/v1/warranty?text=${payload}`)) as { data: HouseAnswer };
    waiting.replaceWith(...houseWords(data).map(told), ...pictureOf(data));
  } catch {
    const again = made('button', '', '重试') as HTMLButtonElement;
    const away = told(AWAY);
    waiting.replaceWith(away, again);
    again.addEventListener('click', () => {
      away.remove();
      again.remove();
      void houseSays(card, payload);
    });
  }
};

const show = async (read: string): Promise<void> => {
  const card = made('div', 'card');
  part('verdict').replaceChildren(card);
  try {
    const keys = await keysOf();
    const verdict = checkWarranty(read, keys);
    if (verdict.is !== 'good') return card.append(...REFUSED[verdict.is].map(told));
    card.append(...PASSED[verdict.facts.kind].map(told), factsTable(verdict), told(COMPARE));
    await houseSays(card, payloadIn(read));
  } catch {
    card.append(told({ tone: 'bad', text: '网络中断，还没有验证' }));
    const again = made('button', '', '重试');
    again.addEventListener('click', () => void show(read));
    card.append(again);
  }
};

const text = part<HTMLTextAreaElement>('text');
part<HTMLFormElement>('paste').addEventListener('submit', (event) => {
  event.preventDefault();
  if (text.value.trim() === '') return text.focus();
  void show(text.value);
});
if (!isFile) {
  const link = document.createElement('a');
  link.href = '/api/v1/warranty-checker';
  link.textContent = '下载离线验真文件';
  part('file').append('断网时也能验证：', link);
}
const [, inAddress = ''] = /^\/v\/(.+)$/.exec(location.pathname) ?? [];
if (inAddress === '') text.focus();
else {
  text.value = inAddress;
  void show(inAddress);
}
