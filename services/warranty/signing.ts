/** Writes the text of a warranty QR (R162): facts cut to what the picture holds, and signed. Pure. */
import { cut } from '../contracts/limits.ts';
import {
  base64url,
  bytesOf,
  CUT,
  KIND_LETTERS,
  plain,
  PREFIX,
  sumOf,
  type WarrantyFacts,
} from '../contracts/warranty-text.ts';

/** 300 letters without prefix, points, signature and sum hold so many bytes. */
const FACTS_MAX_BYTES = 150;
const SHOP_CHARACTERS = 10;

const fieldsOf = (keyId: string, facts: WarrantyFacts, certificate: string, barcode: string): string =>
  [
    keyId,
    KIND_LETTERS[facts.kind],
    facts.orderId.toString(36),
    facts.goodsId.toString(36),
    barcode,
    facts.num.toString(36),
    facts.goldMg.toString(36),
    facts.grossMg.toString(36),
    facts.fineness,
    certificate,
    facts.shop,
    facts.day.replaceAll('-', ''),
  ].join('\n');
/** Texts of one more character less each, the last empty. */
const shortened = (text: string): readonly string[] => [
  text,
  ...Array.from(text, (_, nth) => `${cut(text, Array.from(text).length - nth - 1)}${CUT}`),
];
/** The facts as they are signed: what is too long for the picture ends in …, the number of the certificate first. */
const signedFacts = (keyId: string, facts: WarrantyFacts): Uint8Array<ArrayBuffer> => {
  const short: WarrantyFacts = {
    ...facts,
    barcode: plain(facts.barcode),
    fineness: plain(facts.fineness),
    certificate: plain(facts.certificate),
    shop: cut(plain(facts.shop), SHOP_CHARACTERS),
  };
  const [least = ''] = shortened(short.certificate).slice(-1);
  const tries: readonly (readonly [WarrantyFacts, string, string])[] = [
    ...shortened(short.certificate).map((certificate) => [short, certificate, short.barcode] as const),
    ...shortened(short.fineness).map((fineness) => [{ ...short, fineness }, least, short.barcode] as const),
    ...shortened(short.barcode).map((barcode) => [{ ...short, fineness: CUT }, least, barcode] as const),
  ];
  for (const [those, certificate, barcode] of tries) {
    const bytes = bytesOf(fieldsOf(keyId, those, certificate, barcode));
    if (bytes.length <= FACTS_MAX_BYTES) return bytes;
  }
  throw new RangeError('facts of a warranty do not fit its text');
};

/** `sign`: 64 bytes of Ed25519 over the given ones, by the key of that id. */
export const warrantyText = (
  facts: WarrantyFacts,
  { keyId, sign }: { readonly keyId: string; readonly sign: (message: Uint8Array) => Uint8Array },
): string => {
  const body = `${PREFIX}.${base64url(signedFacts(keyId, facts))}`;
  const signed = `${body}.${base64url(sign(bytesOf(body)))}`;
  return `${signed}.${sumOf(signed)}`;
};
