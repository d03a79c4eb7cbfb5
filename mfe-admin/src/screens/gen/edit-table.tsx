/** 生成配置 (S2§2.22, §5): what a table is called and what its columns do, in three tabs; closing leads back to the list. */
import { client, refreshViews, useNavigate, useRecord, useSearchParams } from 'root-config/api';
import { FormDialog, SkeletonBox, fieldsOf, type Field, type Option, type Section } from 'root-config/ui';
import {
  GEN_INFO_PATH,
  GenInfo,
  TEMPLATE_KINDS,
  HOUSE_TABLES,
  HOUSE_WORDS,
  TableEdit,
  TreeTable,
  genTableList,
  type GenColumn,
} from 'services/generator/contract';
import { TEXTS } from 'services/contracts/values';
import { useMemo } from 'react';
import { z } from 'zod';
import { columnsSection, type Links, type TableValues } from './columns-section.ts';
import GenScreen from './screen.tsx';

const KINDS: Readonly<Record<(typeof TEMPLATE_KINDS)[number], string>> = {
  crud: '单表（增删改查）',
  tree: '树表（上下级）',
};
const KIND_OPTIONS = TEMPLATE_KINDS.map((value) => ({ value, label: KINDS[value] }));
const isTree = ({ tplCategory }: Partial<TableValues>): boolean => tplCategory === 'tree';
const columnOptions = (columns: readonly GenColumn[] | undefined): Option[] =>
  (columns ?? []).map(({ columnName, columnComment }) => ({
    value: columnName,
    label: columnComment === columnName ? columnName : `${columnName}（${columnComment}）`,
  }));

const basic = fieldsOf<TableValues>()([
  { kind: 'text', name: 'tableName', label: '表名称', required: true, maxLength: TEXTS.code },
  { kind: 'text', name: 'tableComment', label: '菜单名称', required: true, maxLength: TEXTS.short },
  {
    kind: 'text',
    name: 'className',
    label: '模型名称',
    required: true,
    maxLength: 40,
    hint: '以大写字母开头，例如 SysDemo',
  },
  { kind: 'text', name: 'functionAuthor', label: '作者', required: true, maxLength: TEXTS.code },
  { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500, span: 2 },
]);
const treeField = (
  name: 'treeCode' | 'treeParentCode' | 'treeName',
  label: string,
  hint: string,
): Field<TableValues> => ({
  kind: 'select',
  name,
  label,
  hint,
  options: ({ columns }) => columnOptions(columns),
  hidden: (values) => !isTree(values),
});
const YES_NO = [
  { value: '1', label: '是' },
  { value: '0', label: '否' },
];
const noted = (name: 'isAuth' | 'isDataScope' | 'isActions', label: string, hint: string): Field<TableValues> => ({
  kind: 'radio',
  name,
  label,
  hint,
  options: YES_NO,
});
const generation = fieldsOf<TableValues>()([
  { kind: 'select', name: 'tplCategory', label: '生成模板', required: true, options: KIND_OPTIONS },
  {
    kind: 'text',
    name: 'packageName',
    label: '包名',
    required: true,
    maxLength: 40,
    hint: '权限标识的开头，只用小写字母，例如 custom',
  },
  {
    kind: 'text',
    name: 'moduleName',
    label: '模块名',
    required: true,
    maxLength: 60,
    hint: '文件夹和网址的一部分，只用小写字母和连字符',
  },
  {
    kind: 'text',
    name: 'businessName',
    label: '业务名',
    required: true,
    maxLength: 40,
    hint: '权限标识的中间部分，例如 demoBrand',
  },
  {
    kind: 'text',
    name: 'functionName',
    label: '功能名',
    required: true,
    maxLength: TEXTS.short,
    hint: '页面和菜单的名称',
  },
  treeField('treeCode', '树编码字段', '每行的编号：id'),
  treeField('treeParentCode', '树父编码字段', '上级的编号'),
  treeField('treeName', '树名称字段', '显示的名称'),
  noted('isAuth', '权限校验', '生成的接口一律校验权限，不能关闭；选项只作记录'),
  noted('isDataScope', '数据权限', '选“是”时每行记下创建人和他当时的部门，用户只能看到和修改数据权限范围内的行'),
  noted('isActions', '公共接口', '生成的接口总由公共部件提供，没有另一种写法；选项只作记录'),
]);
const sectionsWith = (links: Links): readonly Section<TableValues>[] => [
  { tab: '基本信息', columns: 2, fields: basic },
  columnsSection(links),
  { tab: '生成信息', columns: 2, fields: generation },
];

const valuesOf = (data: unknown): TableValues => {
  const { list, info } = GenInfo.parse(data);
  return { ...info, id: info.tableId, columns: list };
};
const Types = z.array(z.object({ dictType: z.string(), dictName: z.string() }));
const HOUSE_LINKS = (Object.keys(HOUSE_TABLES) as (keyof typeof HOUSE_TABLES)[]).map((key) => {
  const { schema, name, value, label } = HOUSE_TABLES[key];
  const table = `${schema}.${name}`;
  return { value: table, label: `${HOUSE_WORDS[key]} ${table}`, fkLabelId: value, fkLabelName: label };
});
/** The form with what a column may be linked with: dictionaries, tables of the house, imported tables (R157). */
const useSections = (): readonly Section<TableValues>[] | null => {
  const { record: types, pending: typesPending } = useRecord('/dict/type-option-select', Types);
  const { record: trees, pending: treesPending } = useRecord('/gen/tabletree', z.array(TreeTable));
  // A list that is made anew with each render would draw the grid anew.
  return useMemo(() => {
    if (typesPending || treesPending) return null;
    // What could not be read is not offered; what stands in the settings stays.
    const dictionaries = (types ?? []).map(({ dictType, dictName }) => ({
      value: dictType,
      label: `${dictName} ${dictType}`,
    }));
    const imported = (trees ?? []).map(({ tableName, tableComment, columns }) => ({
      value: tableName,
      label: `${tableComment} ${tableName}`,
      fkLabelId: 'id',
      fkLabelName: columns.find(({ columnName }) => /name|title/.test(columnName))?.columnName ?? 'id',
    }));
    return sectionsWith({ dictionaries, tables: [...HOUSE_LINKS, ...imported] });
  }, [types, trees, typesPending, treesPending]);
};
type EditProps = { readonly tableId: string; readonly onClose: () => void };
const EditDialog = (props: EditProps) => {
  const sections = useSections();
  return sections === null ? <SkeletonBox height={1} /> : <LoadedDialog {...props} sections={sections} />;
};
const LoadedDialog = ({
  tableId,
  onClose,
  sections,
}: EditProps & { readonly sections: readonly Section<TableValues>[] }) => (
  <FormDialog<TableValues>
    title="修改生成配置"
    mode="edit"
    width={1400}
    source={`${GEN_INFO_PATH}/${tableId}`}
    read={valuesOf}
    schema={TableEdit}
    wrongText="表单校验未通过，请重新检查提交内容"
    save={async (values, { etag, key }) => {
      const headers = { 'Idempotency-Key': key, ...(etag !== undefined && { 'If-Match': etag }) };
      const answer = await client.put(GEN_INFO_PATH, values, { headers });
      // The list of tables lies under another address than their settings.
      await refreshViews([genTableList.path]);
      return answer;
    }}
    sections={sections}
    onClose={onClose}
  />
);

const EditTable = () => {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const tableId = search.get('tableId') ?? '';
  return (
    <>
      <GenScreen />
      {/^\d+$/.test(tableId) ? (
        <EditDialog key={tableId} tableId={tableId} onClose={() => void navigate('/dev-tools/gen')} />
      ) : null}
    </>
  );
};
export default EditTable;
