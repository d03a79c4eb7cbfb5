/** What the numbers of a role are called in its history: entries of the menu below their page, departments, its scope. */
import { useRecord } from 'root-config/api';
import { DATA_SCOPE_WORDS } from 'services/contracts/data-scopes';
import type { LabelNode } from 'services/contracts/tree';
import type { z } from 'zod';
import type { Columns } from '../../sheets/change-words.ts';
import { DeptChoice } from './choice.ts';

type Node = z.infer<typeof LabelNode>;
const namesIn = (nodes: readonly Node[], above = ''): readonly (readonly [string, string])[] =>
  nodes.flatMap(({ id, label, children }) => [
    // A page with keys brings nothing by itself: it shows when one of them is granted.
    [String(id), children.length > 0 ? '' : above === '' ? label : `${above}·${label}`] as const,
    ...namesIn(children, label),
  ]);
const placesIn = (nodes: readonly Node[]): readonly (readonly [string, string])[] =>
  nodes.flatMap(({ id, label, children }) => [[String(id), label] as const, ...placesIn(children)]);
const named = (names: ReadonlyMap<string, string>) => (id: string) => names.get(id) ?? id;

export const useTreeNames = (roleId: number, menus: readonly Node[]): Columns => {
  const depts = useRecord(`/roleDeptTreeselect/${roleId}`, DeptChoice).record?.depts ?? [];
  return {
    menu_ids: { label: '菜单权限', nameOf: named(new Map(namesIn(menus))) },
    dept_ids: { label: '数据范围的部门', nameOf: named(new Map(placesIn(depts))) },
    data_scope: {
      label: '数据范围',
      nameOf: (scope) => DATA_SCOPE_WORDS[scope as keyof typeof DATA_SCOPE_WORDS] ?? scope,
    },
    second_factor: { label: '两步验证', nameOf: (value) => (value === '2' ? '要求' : '不要求') },
  };
};
