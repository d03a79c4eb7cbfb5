/** Receipts of repairs on paper, in a tab of their own: the order stays open as it is. */
export const printReceipts = (ids: readonly number[]): void => {
  window.open(`/new-page?type=report&kind=clean&id=${ids.join(',')}`, '_blank', 'noopener');
};
