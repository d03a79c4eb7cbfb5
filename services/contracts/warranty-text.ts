/**
 * The text of a warranty QR (R162): facts of a piece, signed, in at most 300 letters that a picture of 25 mm holds. No person, no
 * price and no name stands in it. Pure and without the server's parts: the page of the checker reads it as well.
 *
 * `JW1.<facts, base64url>.<Ed25519 signature, base64url>.<CRC-32, eight hexadecimal digits>`; the signature covers `JW1.<facts>`, the
 * sum covers all before it, so that a torn or misread text is told apart from one of an unknown house.
 */
/** `sale`: a line of an order. `piece`: the label of a piece in stock, which says nothing of a sale. */
export type WarrantyKind = 'sale' | 'piece';
export type WarrantyFacts = {
  readonly kind: WarrantyKind;
  /** Id of the order; 0 on a label. */
  readonly orderId: number;
  /** Id of the stock row. */
  readonly goodsId: number;
  readonly barcode: string;
  readonly num: number;
  /** Gold and gross weight in mg, of all `num`; 0 unknown. */
  readonly goldMg: number;
  readonly grossMg: number;
  readonly fineness: string;
  readonly certificate: string;
  /** The first ten characters of the shop's name. */
  readonly shop: string;
  /** yyyy-MM-dd. */
  readonly day: string;
};

export const PREFIX = 'JW1';
export const WARRANTY_TEXT_MAX = 300;
export const CUT = '…';
const FORM = /^JW1\.([\w-]+)\.([\w-]{86})\.([0-9a-f]{8})$/;

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
/** Without what separates fields; two characters that look like one stay together as far as they fit. */
export const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

export const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
export const fromBase64url = (text: string): Uint8Array<ArrayBuffer> | null => {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
};

const CRC_POLYNOMIAL = 0xed_b8_83_20;
export const sumOf = (text: string): string => {
  let sum = -1;
  for (const byte of bytesOf(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (CRC_POLYNOMIAL & -(sum & 1));
  }
  return ((sum ^ -1) >>> 0).toString(16).padStart(8, '0');
};

export const KIND_LETTERS: Readonly<Record<WarrantyKind, string>> = { sale: 's', piece: 'p' };
export type WarrantyContent = {
  readonly keyId: string;
  readonly facts: WarrantyFacts;
  readonly message: Uint8Array<ArrayBuffer>;
  readonly signature: Uint8Array<ArrayBuffer>;
};
/** `cut`: not all of a text, or none. `altered`: a letter is another. */
export type UnreadWarranty = 'cut' | 'altered';

const DAY = /^(\d{4})(\d{2})(\d{2})$/;
const FIELDS = 12;
const factsIn = (bytes: Uint8Array<ArrayBuffer>): { keyId: string; facts: WarrantyFacts } | null => {
  const fields = new TextDecoder().decode(bytes).split('\n');
  const said = (place: number): string => fields[place] ?? '';
  const whole = (place: number): number => Number.parseInt(said(place), 36);
  const kind = (Object.keys(KIND_LETTERS) as WarrantyKind[]).find((one) => KIND_LETTERS[one] === said(1));
  const isWhole = fields.length === FIELDS && DAY.test(said(11));
  if (kind === undefined || !isWhole) return null;
  const facts: WarrantyFacts = {
    kind,
    orderId: whole(2),
    goodsId: whole(3),
    barcode: said(4),
    num: whole(5),
    goldMg: whole(6),
    grossMg: whole(7),
    fineness: said(8),
    certificate: said(9),
    shop: said(10),
    day: said(11).replace(DAY, '$1-$2-$3'),
  };
  return { keyId: said(0), facts };
};

/** The payload of what a scanner read: an address that ends in one, or the payload itself, spaces and line ends left out. */
export const payloadIn = (read: string): string => {
  const text = read.replaceAll(/\s/gu, '');
  return text.slice(text.lastIndexOf('/') + 1).replace(/[?#].*$/, '');
};
/** Takes a payload apart; whether its signature is good is not said here. */
export const readWarrantyText = (payload: string): WarrantyContent | UnreadWarranty => {
  const parts = payload.length > WARRANTY_TEXT_MAX ? null : FORM.exec(payload);
  if (parts === null) return 'cut';
  const [facts, signature, sum] = parts.slice(1) as [string, string, string];
  const body = `${PREFIX}.${facts}`;
  if (sumOf(`${body}.${signature}`) !== sum) return 'altered';
  const [factBytes, signatureBytes] = [fromBase64url(facts), fromBase64url(signature)];
  const read = factBytes === null ? null : factsIn(factBytes);
  if (read === null || signatureBytes?.length !== 64) return 'altered';
  return { ...read, message: bytesOf(body), signature: signatureBytes };
};
/** Whether a value of the house is that of the paper, which may have been cut. */
export const isAsPrinted = (printed: string, ours: string): boolean =>
  printed.endsWith(CUT) ? plain(ours).startsWith(printed.replace(CUT, '')) : printed === plain(ours);
