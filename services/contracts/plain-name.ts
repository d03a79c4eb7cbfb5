/** Logins and keys that look alike are one name (R152): how they are compared, and what none of them may hold. */
import { requiredText, wireText } from './values.ts';

/** Half width, composed, without blanks around it: ｌｉ and li are one name. Stored and compared so; letters of both sizes are one by a rule of their own. */
export const plainName = (name: string): string => name.normalize('NFKC').trim();

/** Signs that nobody sees, wherever a font hides them. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]/u;
/** Each of these alphabets has letters of the others; Han stands beside any of them (18K金). */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const scriptsIn = (name: string): number => ALPHABETS.filter((alphabet) => alphabet.test(name)).length;

/** Before it is brought to its plain form, which takes some of these signs away. */
export const namesClearly = (name: string): boolean => !UNSEEN.test(name);
export const inOneAlphabet = (name: string): boolean => scriptsIn(plainName(name)) <= 1;

/** A login of at most `max` characters in its plain form. */
export const clearName = (missing: string, max: number) =>
  requiredText(missing, max)
    .refine(namesClearly, '含有看不见的字符，请删除后重新输入')
    .transform(plainName)
    .pipe(wireText(max))
    .refine(inOneAlphabet, '不能混用拉丁字母和西里尔字母或希腊字母');
