/** What the dialogs of an unchanged console write: form, change and shape of each resource. */
import type { z } from 'zod';
import * as shapes from './admin-shapes.ts';

type Resource = {
  readonly path: string;
  readonly shape: z.ZodType;
  /** The form of the dialog, with its numbers where the console makes numbers of choices. */
  readonly form: object;
  /** What its editing changes in the record that it was given. */
  readonly change: object;
  /** The record says its number in the body, the path has none. */
  readonly inBody?: true;
  readonly id: string;
};
const OFF = { status: 1 };
export const RESOURCES: readonly Resource[] = [
  {
    path: '/sys-user',
    id: 'userId',
    inBody: true,
    shape: shapes.user,
    form: {
      username: 'shape',
      nickName: '形',
      password: 'First-2026',
      phone: '13800138000',
      email: 'a@b.cn',
      deptId: 1,
      roleId: 4,
      sex: '0',
      status: '2',
      remark: '',
    },
    change: { password: '', nickName: '样' },
  },
  {
    path: '/role',
    id: 'roleId',
    shape: shapes.role,
    form: { roleName: '形', roleKey: 'shape', roleSort: 0, status: '2', menuIds: [6101], deptIds: [], sysMenu: [] },
    change: { menuIds: [6101, 6201] },
  },
  {
    path: '/menu',
    id: 'menuId',
    shape: shapes.menu,
    form: {
      parentId: 0,
      menuType: 'M',
      apis: [],
      sysApi: [],
      sort: 0,
      action: '',
      isFrame: '1',
      visible: '0',
      title: '形',
    },
    change: { title: '样' },
  },
  {
    path: '/dept',
    id: 'deptId',
    shape: shapes.dept,
    form: { parentId: 1, deptName: '形', sort: 10, leader: '样', status: 2 },
    change: { ...OFF, sort: 11, children: [] },
  },
  {
    path: '/post',
    id: 'postId',
    shape: shapes.post,
    form: { postName: '形', postCode: 'XING', sort: 0, status: 2 },
    change: OFF,
  },
  {
    path: '/dict/type',
    id: 'id',
    shape: shapes.dictType,
    form: { dictName: '形', dictType: 'shape', status: 2 },
    change: OFF,
  },
  {
    path: '/dict/data',
    id: 'dictCode',
    shape: shapes.dictData,
    form: { dictType: 'sys_user_sex', dictLabel: '形', dictValue: '9', dictSort: 0, status: 2 },
    change: { ...OFF, dictSort: 3 },
  },
  {
    path: '/base-dict-type',
    id: 'id',
    shape: shapes.dictType,
    form: { dictName: '形类', dictType: 'baseShape', status: 2 },
    change: { status: 1 },
  },
  {
    path: '/base-dict-data',
    id: 'dictCode',
    shape: shapes.dictData,
    form: { dictType: 'goodsType', dictLabel: '形', dictValue: '形', dictSort: 0, status: 2 },
    change: { ...OFF, dictSort: 3 },
  },
  {
    path: '/config',
    id: 'id',
    shape: shapes.config,
    form: { configName: '形', configKey: 'shape', configValue: '1', configType: 'N', isFrontend: '1' },
    change: { configValue: '2' },
  },
  {
    path: '/sysjob',
    id: 'jobId',
    inBody: true,
    shape: shapes.job,
    form: {
      jobName: '形',
      jobGroup: 'DEFAULT',
      cronExpression: '0 3 1 1 *',
      invokeTarget: 'ExamplesNoParam',
      misfirePolicy: 1,
      concurrent: 1,
      jobType: 2,
      status: 2,
    },
    change: { misfirePolicy: 3, concurrent: 0, ...OFF },
  },
  {
    path: '/biz-tenant',
    id: 'id',
    shape: shapes.tenant,
    form: {
      name: '形',
      code: 'X',
      url: '',
      startDate: '2026-01-01',
      endDate: '2026-12-31',
      remindDate: '2026-12-01',
      serviceFee: 1000,
      status: '2',
    },
    change: { serviceFee: 1200 },
  },
  {
    path: '/base-supplier',
    id: 'id',
    shape: shapes.supplier,
    form: { name: '形', contract: '样', mobile: '13800138000', status: '2' },
    change: OFF,
  },
  { path: '/base-shop', id: 'id', shape: shapes.shop, form: { name: '形店', status: '2' }, change: OFF },
  {
    path: '/base-print-template',
    id: 'id',
    shape: shapes.template,
    form: { name: '形', fileName: 'shape', kind: 'label', labelType: '', remark: '' },
    change: { remark: '样' },
  },
  {
    path: '/base-template-column',
    id: 'id',
    shape: shapes.templateColumn,
    form: { kind: 'bizGoodsIn', columnSort: 1, columnName: 'shape', columnComment: '形' },
    change: { columnComment: '样' },
  },
];
