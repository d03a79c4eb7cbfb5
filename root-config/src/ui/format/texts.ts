/** The questions and answers of S0§8, to the letter. */
export const TEXTS = {
  warning: '警告',
  ok: '确定',
  cancel: '取消',
  audit: '确认审核?',
  removeLine: '确认要删除吗?',
  stale: '别人已修改，请刷新后再保存',
  imageType: '文件格式错误，请上传图片类型,如：JPG，PNG后缀的文件。',
  imageCount: '上传文件个数超出限制!最多上传2张图片!',
  oneFile: '只能上传一个文件！',
  excelType: '只支持 .xlsx、.xls、.csv 文件！',
  excelSize: '上传文件大小不能超过10MB！',
} as const;
export const deleteText = (ids: readonly (string | number)[]): string =>
  `是否确认删除编号为"${ids.join(',')}"的数据项?`;
/** S2§8. */
export const logDeleteText = (ids: readonly (string | number)[]): string =>
  `是否确认删除日志编号为"${ids.join(',')}"的数据项?`;
export const exportText = (name: string): string => `是否确认导出${name}数据?`;
