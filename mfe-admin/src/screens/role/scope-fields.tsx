/** 数据范围 of a role and its departments, as fields: chosen, never what is left empty (R155). */
import { Label, type Field } from 'root-config/ui';
import { DATA_SCOPE_WORDS } from 'services/contracts/data-scopes';
import { optionsOf } from 'services/contracts/options';
import type { Grantable } from 'services/system/contract';
import { TickTree } from './tick-tree.tsx';
import { within, type Choice } from './ticks.ts';

const ALL = '1';
const CHOSEN = '2';
export type ScopeValues = { readonly dataScope: string; readonly deptIds: readonly number[] };
export type ScopeOffer = { readonly grantable: Grantable; readonly depts: readonly Choice[] };

/** What a role has already stays in sight beside what one may give. */
export const scopeFields = <V extends ScopeValues>(
  { grantable, depts }: ScopeOffer,
  has: ScopeValues | null,
): readonly Field<V>[] => {
  const offered = optionsOf(DATA_SCOPE_WORDS).filter(
    ({ value }) => value === has?.dataScope || grantable.dataScopes.some((scope) => scope === value),
  );
  const tree =
    grantable.deptIds === null ? depts : within(depts, new Set([...grantable.deptIds, ...(has?.deptIds ?? [])]));
  return [
    {
      kind: 'select',
      name: 'dataScope',
      label: '数据范围',
      options: offered,
      required: '请选择数据范围',
      span: 2,
      hint: '拥有这个角色的人能看到谁的单据',
      aside: ({ values }) => (values.dataScope === ALL ? <Label variant="attention">看得到所有人的数据</Label> : null),
    },
    {
      kind: 'custom',
      name: 'deptIds',
      label: '部门',
      // The departments that are ticked: none of them shows nothing to anybody.
      required: '自定数据权限要选部门',
      span: 2,
      hidden: ({ dataScope }) => dataScope !== CHOSEN,
      render: ({ values, mode, set }) => (
        <TickTree
          label="部门"
          tree={tree}
          ids={values.deptIds ?? []}
          disabled={mode === 'view'}
          onChange={(deptIds) => set({ deptIds } as Partial<V>)}
        />
      ),
    },
  ];
};
export const departmentsOf = ({ dataScope, deptIds }: ScopeValues): readonly number[] =>
  dataScope === CHOSEN ? deptIds : [];
