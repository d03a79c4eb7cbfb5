/** Whose rows a person sees, in words. */
import type { RightsSnapshot } from 'services/system/contract';

export const named = (rows: readonly { readonly name: string }[]): string => rows.map(({ name }) => name).join('、');
type Scope = Pick<RightsSnapshot['scope'], 'all' | 'own'> & {
  readonly departments: readonly { readonly name: string }[];
};
export const scopeWords = ({ all, own, departments }: Scope): string => {
  if (all) return '全部数据';
  const words = [...(departments.length > 0 ? [`部门：${named(departments)}`] : []), ...(own ? ['本人的数据'] : [])];
  return words.join('；') || '看不到任何数据';
};
