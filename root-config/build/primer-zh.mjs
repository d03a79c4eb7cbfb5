import { patchPackage } from './patches.mjs';

const label = (from, to) => [`"aria-label": "${from}"`, `"aria-label": "${to}"`];
const child = (from, to) => [`children: "${from}"`, `children: "${to}"`];

/** Primer has no translations: its fixed English is replaced at bundle time, file by file. */
const CHINESE = {
  'dist/Token/_RemoveTokenButton.js': [label('Remove token', '移除')],
  'dist/Pagination/model.js': [
    ['content = "Previous"', 'content = "上一页"'],
    ['content = "Next"', 'content = "下一页"'],
    label('Previous Page', '上一页'),
    label('Next Page', '下一页'),
    ['`Page ${page.num}${page.precedesBreak ? "..." : ""}`', '`第 ${page.num} 页${page.precedesBreak ? "…" : ""}`'],
  ],
  'dist/Pagination/Pagination.js': [label('Pagination', '分页')],
  'dist/DataTable/Pagination.js': [child('Previous', '上一页'), child('Next', '下一页')],
  'dist/DataTable/Table.js': [child('Loading', '加载中…')],
  'dist/DataTable/ErrorDialog.js': [
    ['"Error" : t1', '"出错了" : t1'],
    ['confirmButtonContent: "Retry"', 'confirmButtonContent: "重试"'],
    ['cancelButtonContent: "Dismiss"', 'cancelButtonContent: "关闭"'],
  ],
  'dist/Spinner/Spinner.js': [['"Loading" : t2', '"加载中…" : t2']],
  'dist/Button/ButtonBase.js': [['loadingAnnouncement = "Loading"', 'loadingAnnouncement = "加载中…"']],
  'dist/ToggleSwitch/ToggleSwitch.js': [
    [': "On"', ': "开"'],
    [': "Off"', ': "关"'],
  ],
  'dist/TreeView/TreeView.js': [
    ['"Loading "', '"正在加载 "'],
    child('Loading...', '加载中…'),
    child('No items found', '没有数据'),
    ['title: "Supplemental actions"', 'title: "更多操作"'],
    ['title = "Error"', 'title = "出错了"'],
    ['confirmButtonContent: "Retry"', 'confirmButtonContent: "重试"'],
    ['cancelButtonContent: "Dismiss"', 'cancelButtonContent: "关闭"'],
  ],
  'dist/ActionBar/ActionBar.js': [label('More items', '更多')],
  'dist/Dialog/Dialog.js': [label('Close', '关闭')],
  'dist/ConfirmationDialog/ConfirmationDialog.js': [
    ['"Cancel" : t0', '"取消" : t0'],
    ['"OK" : t1', '"确定" : t1'],
  ],
  'dist/Banner/Banner.js': [label('Dismiss banner', '关闭提示')],
  'dist/Breadcrumbs/Breadcrumbs.js': [label('Breadcrumbs', '当前位置')],
  'dist/Autocomplete/AutocompleteMenu.js': [['"No selectable options"', '"没有可选项"']],
  'dist/FilteredActionList/FilteredActionList.js': [
    child('Items will be filtered as you type', '输入文字即可筛选'),
    ['"Deselect all" : "Select all"', '"取消全选" : "全选"'],
  ],
  'dist/ActionList/Item.js': [child('Loading', '加载中…')],
  'dist/LabelGroup/LabelGroup.js': [child('Show less', '收起'), label('Close', '关闭')],
  'dist/PageLayout/DragHandle.js': [['"Draggable pane splitter"', '"拖动调整宽度"']],
  'dist/SelectPanel/SelectPanel.js': [
    ['title: "No items available"', 'title: "没有可选项"'],
    ['announceText("Loading.")', 'announceText("加载中…")'],
    label('Cancel and close', '取消并关闭'),
    ['placeholderText = "Filter items"', 'placeholderText = "筛选"'],
    ['"Select items" : "Select an item"', '"请选择" : "请选择"'],
    ['title: "Notice"', 'title: "提示"'],
    child('Cancel', '取消'),
    child('Save', '保存'),
    child('Save and close', '保存并关闭'),
  ],
};

export const primerZh = () => patchPackage('primer-zh', '@primer/react', CHINESE);
