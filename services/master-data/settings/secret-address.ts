/**
 * AppSecret is sent to the token address: whoever changes that address types the secret anew in the same save, or he would have it sent
 * to an address of his own without ever knowing it (R146, R159).
 */
import type { FieldProblem } from '../../contracts/envelope.ts';
import { MASK } from '../../contracts/person.ts';
import { tokenAddress } from '../../contracts/shopper-app.ts';

export const ADDRESS_KEYS = ['wx_app_secret', 'wx_token_url'] as const;
const [SECRET, ADDRESS] = ADDRESS_KEYS;
/** What stands in the house; '' nothing. */
export type AddressFacts = { readonly secret: string; readonly address: string };
type StoredSettings = ReadonlyMap<string, { readonly value: string }>;
/** Of stored settings, {@link ADDRESS_KEYS} among them. */
export const addressIn = (stored: StoredSettings): AddressFacts => {
  const of = (key: string): string => stored.get(key)?.value.trim() ?? '';
  return { secret: of(SECRET), address: of(ADDRESS) };
};

type Pair = { readonly configKey: string; readonly configValue: string };
const isLedElsewhere = ({ secret, address }: AddressFacts, pairs: readonly Pair[]): boolean =>
  secret !== '' &&
  pairs.some(
    ({ configKey, configValue }) => configKey === ADDRESS && tokenAddress(configValue) !== tokenAddress(address),
  );
/** Of several settings saved at once: at the field of the secret, which the mask does not stand for. */
export const secretProblem = (pairs: readonly Pair[], stored: AddressFacts): readonly FieldProblem[] => {
  const typed = pairs.some(({ configKey, configValue }) => configKey === SECRET && configValue !== MASK);
  if (typed || !isLedElsewhere(stored, pairs)) return [];
  const at = pairs.findIndex(({ configKey }) => configKey === SECRET);
  return [{ path: at === -1 ? SECRET : `${at}.configValue`, message: '更换微信令牌网址需重新填写AppSecret' }];
};
/** Of one setting alone: nothing can be typed beside it. */
export const loneAddressProblem = (pair: Pair, stored: AddressFacts): readonly FieldProblem[] =>
  isLedElsewhere(stored, [pair])
    ? [{ path: 'configValue', message: '更换微信令牌网址需重新填写AppSecret，请到“顾客端”页一起保存' }]
    : [];
