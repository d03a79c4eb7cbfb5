/** Settings that had another name before: how the old one is read, and what whoever uses it is told. */

type FormerNames = {
  readonly EVENTSTORE_URL?: string | undefined;
  /** off: nothing follows the password. */
  readonly LOGIN_CAPTCHA: boolean;
};
export const hintsOf = ({ EVENTSTORE_URL: eventStore, LOGIN_CAPTCHA: hasPicture }: FormerNames): readonly string[] => [
  ...(eventStore === undefined ? [] : ['EVENTSTORE_URL 已改名为 EVENT_STORE_URL，旧名称暂时仍可使用']),
  ...(hasPicture ? [] : ['LOGIN_CAPTCHA=off 已改为 LOGIN_CODE=none，旧写法暂时仍可使用']),
];
/** What follows the password, by either name. */
export const loginCodeOf = <Code extends string>({
  LOGIN_CODE: code,
  LOGIN_CAPTCHA: hasPicture,
}: Pick<FormerNames, 'LOGIN_CAPTCHA'> & { readonly LOGIN_CODE?: Code | undefined }): Code | 'captcha' | 'none' =>
  code ?? (hasPicture ? 'captcha' : 'none');
