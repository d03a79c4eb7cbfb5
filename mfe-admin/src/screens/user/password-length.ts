/** What a form says of a password's length, and what it can judge without the server, which also knows the common ones. Pure. */
import type { Problem } from 'root-config/ui';
import type { PasswordRule } from 'services/system/contract';

/** `then` follows what is said of the length; null: it is not known yet. */
export const lengthHint = (rule: PasswordRule | null, then: string): string => {
  if (rule === null) return then;
  const { least, strongLeast, longest } = rule;
  const strong = strongLeast > least ? `；能看成本或能授权的人${strongLeast}—${longest}位` : '';
  return `${least}—${longest}位${strong}。${then}`;
};

/** Nothing while the rule is not known: then the server alone judges. */
export const lengthProblems = (rule: PasswordRule | null, password = ''): readonly Problem[] => {
  if (rule === null) return [];
  const { length } = Array.from(password);
  return length >= rule.least && length <= rule.longest
    ? []
    : [{ path: 'password', message: `长度在 ${rule.least} 到 ${rule.longest} 个字符` }];
};
