/** The drawer of a menu: its fields follow its type (S2§2.7, §4), its history and who has it stand beside (R126). */
import { useRecord, useRows } from 'root-config/api';
import {
  FormDialog,
  SkeletonBox,
  StatusLabel,
  closing,
  type Field,
  type FormMode,
  type ScreenHandle,
  type Section,
} from 'root-config/ui';
import { MENU_ICONS } from 'services/contracts/menu-icons';
import { optionsOf } from 'services/contracts/options';
import { mostOf } from 'services/contracts/values';
import {
  AdminMenu,
  MenuEdit,
  MenuRow,
  NewMenu,
  RoleName,
  apiList,
  menuTree,
  type MenuLine,
} from 'services/system/contract';
import { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { withHistory } from '../../sheets/record-history.tsx';
import { placesIn } from '../../sheets/tree-options.ts';
import { ALL_APIS, ApiTransfer, BoundApis } from './api-transfer.tsx';

type Values = Omit<MenuRow, 'menuId' | 'createdAt' | 'shipped'> & { readonly id: number };
type MenuValues = Partial<Values>;
export const MENU_TYPES = { M: '目录', C: '菜单', F: '按钮' } as const;
export const SHOWN_OPTIONS = optionsOf({ '0': '显示', '1': '隐藏' });
const YES_NO = optionsOf({ '0': '是', '1': '否' });

const isKey = ({ menuType }: MenuValues): boolean => menuType === 'F';
const isDirectory = ({ menuType }: MenuValues): boolean => menuType === 'M';
/** Fields that a menu of this type has beside those of every one (S2§4). */
const OF_TYPE: Partial<Record<keyof Values, (values: MenuValues) => boolean>> = {
  menuName: isKey,
  component: isKey,
  isFrame: isKey,
  path: isKey,
  visible: isKey,
  permission: isDirectory,
  apis: isDirectory,
};
/** What a field that is not shown holds is not sent: it stays as it was. */
const bodyOf = ({ sysApi: _sysApi, ...values }: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => OF_TYPE[name as keyof Values]?.(values as MenuValues) !== true),
  );
const fieldsOf = (places: ReturnType<typeof placesIn>): readonly Field<Values>[] => {
  const fields: readonly Field<Values>[] = [
    { kind: 'select', name: 'parentId', label: '上级菜单', options: places, numeric: true, required: true, span: 2 },
    { kind: 'radio', name: 'menuType', label: '菜单类型', options: optionsOf(MENU_TYPES), span: 2 },
    { kind: 'text', name: 'title', label: '菜单标题', required: true, maxLength: 50 },
    { kind: 'count', name: 'sort', label: '显示排序', required: '菜单顺序不能为空', max: mostOf('sort') },
    { kind: 'select', name: 'icon', label: '菜单图标', options: optionsOf(MENU_ICONS), hint: '不选则按标题自动取图标' },
    { kind: 'text', name: 'menuName', label: '路由名称', maxLength: 100 },
    { kind: 'text', name: 'path', label: '路由地址', maxLength: 200, placeholder: '/admin/menu' },
    { kind: 'text', name: 'component', label: '组件路径', maxLength: 200, placeholder: 'admin/menu' },
    {
      kind: 'text',
      name: 'permission',
      label: '权限标识',
      maxLength: 50,
      placeholder: '模块:对象:动作',
      hint: '如 base:baseShop:add',
    },
    { kind: 'radio', name: 'isFrame', label: '是否外链', options: YES_NO },
    { kind: 'radio', name: 'visible', label: '菜单状态', options: SHOWN_OPTIONS },
    {
      kind: 'custom',
      name: 'apis',
      label: '接口权限',
      span: 2,
      render: ({ values, mode, set }) =>
        mode === 'view' ? (
          <BoundApis apis={values.sysApi ?? []} />
        ) : (
          <ApiTransfer ids={values.apis ?? []} onChange={(apis) => set({ apis })} />
        ),
    },
  ];
  return fields.map((field) => {
    const hidden = OF_TYPE[field.name];
    return hidden === undefined ? field : { ...field, hidden };
  });
};

const Holders = ({ menuId }: { readonly menuId: number }) => {
  const { record } = useRecord(`${menuTree.path}/${menuId}/roles`, z.array(RoleName));
  if (record === null) return <SkeletonBox height={64} />;
  return (
    <ul aria-label="拥有该菜单的角色">
      {record.map(({ id, roleName, status }) => (
        <li key={id}>
          {roleName} {status === '2' ? null : <StatusLabel value={status} labels={DISABLED} />}
        </li>
      ))}
    </ul>
  );
};
const DISABLED = { '1': { text: '停用', tone: 'neutral' } } as const;

const NEW = { menuType: 'M', sort: 0, isFrame: '1', visible: '0', apis: [] } as const;
type Props = {
  readonly row: MenuLine | null;
  readonly parentId: number;
  readonly mode: FormMode;
  readonly screen: ScreenHandle;
};
export const MenuDialog = ({ row, parentId, mode, screen }: Props) => {
  const tree = useRecord(menuTree.path, z.array(AdminMenu));
  const apis = useRows(apiList, ALL_APIS).rows;
  if (tree.record === null) return <SkeletonBox height={1} />;
  const apiName = (id: string): string => apis.find((api) => String(api.id) === id)?.title ?? id;
  const places = placesIn(tree.record, {
    nameOf: ({ menuId, title, menuType }) => (menuType === 'F' ? null : { id: menuId, label: title }),
    own: row?.menuId,
  });
  const source = row === null ? undefined : `${menuTree.path}/${row.menuId}`;
  const holders: readonly Section<Values>[] =
    row === null ? [] : [{ tab: '拥有的角色', render: () => <Holders menuId={row.menuId} /> }];
  return (
    <FormDialog<Values>
      title={{ add: '新增菜单', edit: '编辑菜单', view: '查看菜单' }[mode]}
      mode={mode}
      drawer
      path={menuTree.path}
      {...(source === undefined
        ? { initial: { ...NEW, apis: [], parentId } }
        : { source, read: withId(MenuRow, 'menuId') })}
      schema={row === null ? NewMenu : MenuEdit}
      body={bodyOf}
      sections={[
        ...withHistory([{ columns: 2, fields: fieldsOf(places) }], {
          path: source,
          tab: '菜单',
          columns: { api_ids: { label: '接口', nameOf: apiName } },
        }),
        ...holders,
      ]}
      {...closing(screen)}
    />
  );
};
