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

const fieldsOf = (keyId: string, facts: WarrantyFacts): string =>
  [
    keyId,
    KIND_LETTERS[facts.kind],
    facts.orderId.toString(36),
    facts.goodsId.toString(36),
    facts.barcode,
    facts.num.toString(36),
    facts.goldMg.toString(36),
    facts.grossMg.toString(36),
    facts.fineness,
    facts.certificate,
    facts.shop,
    facts.day.replaceAll('-', ''),
  ].join('\n');
/** The text, then texts of one more character less each, the last empty. */
function* shortened(text: string): Generator<string> {
  yield text;
  for (let left = Array.from(text).length - 1; left >= 0; left -= 1) yield `${cut(text, left)}${CUT}`;
}
type Texts = Pick<WarrantyFacts, 'certificate' | 'fineness' | 'barcode'>;
/** What is too long for the picture ends in …, the number of the certificate first; nearly always the first fits. */
function* fitting({ certificate, fineness, barcode }: Texts): Generator<Texts> {
  for (const less of shortened(certificate)) yield { certificate: less, fineness, barcode };
  const none = certificate === '' ? '' : CUT;
  for (const less of shortened(fineness)) yield { certificate: none, fineness: less, barcode };
  for (const less of shortened(barcode)) yield { certificate: none, fineness: CUT, barcode: less };
}
/** The facts as they are signed. */
const signedFacts = (keyId: string, facts: WarrantyFacts): Uint8Array<ArrayBuffer> => {
  const shop = cut(plain(facts.shop), SHOP_CHARACTERS);
  const whole = {
    barcode: plain(facts.barcode),
    fineness: plain(facts.fineness),
    certificate: plain(facts.certificate),
  };
  for (const texts of fitting(whole)) {
    const bytes = bytesOf(fieldsOf(keyId, { ...facts, shop, ...texts }));
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
