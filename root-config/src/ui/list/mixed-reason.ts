/** 已选 3 项，其中 1 项已审核，不能删除: of a selection, how many rows stand in the way and what they are. */
export const mixedReason = <Row>(
  rows: readonly Row[],
  deed: string,
  hindrances: readonly (readonly [test: (row: Row) => boolean, words: string])[],
): string | undefined => {
  const found = hindrances
    .map(([test, words]) => [rows.filter(test).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} 项${words}`);
  return found.length === 0 ? undefined : `已选 ${rows.length} 项，其中 ${found.join('、')}，不能${deed}`;
};
